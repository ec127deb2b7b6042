import { useQuery } from "@tanstack/react-query";
import type { LogRow } from "@tollgate/contract/logs";
import { useSearchParams } from "react-router";
import { logQuery } from "./logs-queries";

export interface OpenRow {
  /** Undefined: no row is open, or it is still loading. */
  row: LogRow | undefined;
  /** Why the row of the address cannot be shown. */
  error: Error | null;
  open: (row: LogRow) => void;
  close: () => void;
  /** Undefined at the ends of the page. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** The row whose details are open, kept in the address as `?id=`: a link shows a colleague the same row, wherever in the log it is. */
export function useOpenRow(everybody: boolean, rows: readonly LogRow[] | undefined): OpenRow {
  const [search, setSearch] = useSearchParams();
  const text = search.get("id") ?? "";
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  const fetched = useQuery({
    ...logQuery(everybody, id),
    enabled: id !== 0 && rows !== undefined && at === -1,
  });

  const show = (next: number | undefined, replace: boolean): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === undefined) after.delete("id");
        else after.set("id", String(next));
        return after;
      },
      { replace, preventScrollReset: true },
    );
  const step = (to: number): (() => void) | undefined => {
    const row = at === -1 ? undefined : rows?.[to];
    return row && (() => show(row.id, true));
  };
  return {
    row: at === -1 ? (id === 0 ? undefined : fetched.data) : rows?.[at],
    error: id !== 0 && at === -1 ? fetched.error : null,
    open: (row) => show(row.id, false),
    close: () => show(undefined, true),
    previous: step(at - 1),
    next: step(at + 1),
  };
}
