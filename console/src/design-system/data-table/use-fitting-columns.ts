import type { ColumnDef, VisibilityState } from "@tanstack/react-table";
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type KeptWidths, keepWidths, readContents, readWidths } from "./kept-widths";

/** Which columns of a table have room. */
export interface Fitting {
  /** Watches the box that holds the table. */
  boxRef: RefCallback<HTMLElement>;
  /** Columns that have no room now. */
  left: ReadonlySet<string>;
  /** The table is too wide even without them. */
  overflows: boolean;
  /** Where the same rows were shown before: the widths of each column's content then, in pixels. */
  knownContents: KeptWidths["contents"] | undefined;
}

type KnownFit = Omit<KeptWidths, "contents"> & Partial<KeptWidths>;

/** How rows fitted: a return to the same rows need not lay them out twice. */
const knownFits = new WeakMap<object, KnownFit>();

/** Reads the widths of rows on the page and keeps them with how they fitted; undefined if they are not known to fit, or not there. */
function keepContents(rows: object | undefined, box: HTMLElement): KeptWidths | undefined {
  const fit = rows && knownFits.get(rows);
  const contents = fit && readContents(box);
  if (!contents) return undefined;
  const kept = { ...fit, contents };
  knownFits.set(rows, kept);
  return kept;
}

/** After so many milliseconds a page is complete, and its widths are read without another layout. */
const settlingMilliseconds = 1000;

interface FittedTable<Row> {
  label: string;
  columns: ColumnDef<Row>[];
  /** What the viewer wants to see. */
  visibility: VisibilityState;
  /** The rows; others are measured again. Undefined until they come. */
  content: object | undefined;
}

/**
 * Hides columns of a table that is wider than its box, in the order of their `leaves`; those that the viewer chose go last. A wider box
 * or other rows (`content`) show them again as far as there is room.
 */
export function useFittingColumns<Row>({ label, columns, visibility, content }: FittedTable<Row>): Fitting {
  const rank = ({ id = "", meta }: ColumnDef<Row>): number =>
    (meta?.leaves ?? 0) + (visibility[id] === true ? 1000 : 0);
  const names = columns
    .filter(({ id = "", meta }) => meta?.leaves !== undefined && visibility[id] !== false)
    .sort((a, b) => rank(a) - rank(b))
    .map((column) => column.id ?? "")
    .join(" ");
  const order = useMemo(() => (names === "" ? [] : names.split(" ")), [names]);
  const [fit] = useState((): KnownFit | undefined => {
    const known = content ? knownFits.get(content) : readWidths(label);
    return known?.names === names ? known : undefined;
  });
  const [hadRows] = useState(content !== undefined);
  const [count, setCount] = useState(fit?.hidden ?? 0);
  const [overflows, setOverflows] = useState(false);
  // While rendering, so that other rows are first measured with all of their columns.
  const [previous, setPrevious] = useState({ content, order });
  if (previous.content !== content || previous.order !== order) {
    setPrevious({ content, order });
    setCount(0);
  }
  const box = useRef<HTMLElement | null>(null);
  const width = useRef(fit?.box ?? 0);

  // Of the columns on the page: measuring twice before the next render must not hide twice as many.
  const hidden = useRef(count);
  const shown = useRef(content);

  const measure = useCallback((): void => {
    const table = box.current?.firstElementChild;
    if (!box.current || !table) return;
    const wider = box.current.clientWidth > width.current;
    width.current = box.current.clientWidth;
    const excess = table.scrollWidth - box.current.clientWidth;
    const short = excess > 1;
    setOverflows(short);
    // With more room all columns are shown first; then the table is measured again.
    if (wider) setCount(hidden.current === 0 && short ? columnsToHide(table, order, 0, excess) : 0);
    else if (short) setCount(columnsToHide(table, order, hidden.current, excess));
  }, [order]);

  const boxRef = useCallback<RefCallback<HTMLElement>>(
    (element) => {
      box.current = element;
      const table = element?.firstElementChild;
      if (!element || !table) return;
      const observer = new ResizeObserver(() => {
        measure();
        // Here the layout is known. Who returns soon has left before the page was complete.
        keepContents(shown.current, element);
      });
      observer.observe(element);
      observer.observe(table);
      measure();
      return () => observer.disconnect();
    },
    [measure],
  );
  // Measures before paint, until the table fits or no column is left to hide.
  useLayoutEffect(() => {
    hidden.current = count;
    shown.current = content;
    measure();
    if (content)
      knownFits.set(content, { ...knownFits.get(content), names, hidden: count, box: width.current });
  }, [measure, names, count, content]);
  useEffect(() => {
    if (!content) return undefined;
    const timer = setTimeout(() => {
      const kept = box.current && keepContents(content, box.current);
      if (kept) keepWidths(label, kept);
    }, settlingMilliseconds);
    return () => clearTimeout(timer);
  }, [label, content, names, count]);

  const left = useMemo(() => new Set(order.slice(0, count)), [order, count]);
  return { boxRef, left, overflows, knownContents: hadRows ? fit?.contents : undefined };
}

/**
 * How many columns of the order must be hidden for the table to be narrower by the excess (pixels), given those hidden already. Each
 * column of a table that is too wide has its least width, so one measurement is enough; hiding them one by one costs a layout each.
 */
function columnsToHide(table: Element, order: readonly string[], hidden: number, excess: number): number {
  let count = hidden;
  for (let gained = 0; count < order.length && gained + 1 < excess; count += 1) {
    const head = table.querySelector(`th[data-column="${CSS.escape(order[count] ?? "")}"]`);
    gained += head?.getBoundingClientRect().width ?? excess;
  }
  return count;
}
