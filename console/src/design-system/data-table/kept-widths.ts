/** How a table last showed rows: its box, which columns had no room, and the width of each cell's content. Pixels. */
export interface KeptWidths {
  box: number;
  /** Names of the columns that may be hidden, in the order in which they are. */
  names: string;
  hidden: number;
  /** By column; `actions` is that of the row's buttons. */
  contents: Record<string, number>;
}

const keyOf = (label: string): string => `widths.${label}`;

/** Of the table with this label, from an earlier visit, so that its skeleton is as wide as its rows. */
export function readWidths(label: string): KeptWidths | undefined {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(keyOf(label)) ?? "null");
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is KeptWidths {
  if (typeof value !== "object" || value === null) return false;
  const { box, names, hidden, contents } = value as Partial<KeptWidths>;
  return (
    typeof box === "number" &&
    typeof names === "string" &&
    typeof hidden === "number" &&
    typeof contents === "object" &&
    contents !== null
  );
}

export function keepWidths(label: string, kept: KeptWidths): void {
  try {
    window.localStorage.setItem(keyOf(label), JSON.stringify(kept));
  } catch {
    // Storage may be blocked; the skeleton then has its usual widths.
  }
}

/** Widths of the content of each column in the first row of the table in the box; undefined if it has no rows. */
export function readContents(box: HTMLElement): KeptWidths["contents"] | undefined {
  const row = box.querySelector("tbody > tr:not([aria-hidden])");
  if (!row) return undefined;
  const cells = [...row.children].filter((cell) => cell instanceof HTMLElement);
  return Object.fromEntries(
    cells.flatMap((cell) => {
      const name = cell.dataset["column"] ?? (cell.className === "actions" ? "actions" : undefined);
      return name === undefined || cell.offsetWidth === 0 ? [] : [[name, contentWidth(cell)]];
    }),
  );
}

function contentWidth(cell: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  const width = cell.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return Math.floor(width * 100) / 100;
}
