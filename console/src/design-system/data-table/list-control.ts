/** The list state that a table needs; `useListState` provides it. */
export interface ListControl {
  /** From 1. */
  page: number;
  size: number;
  /** Field, with `-` before it for descending; empty for the list's own order. */
  order: string;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setOrder: (order: string) => void;
}

/** The order after a click on a column: descending first (numbers and times), then ascending, then none. */
export function nextOrder(current: string, field: string): string {
  if (current === `-${field}`) return field;
  if (current === field) return "";
  return `-${field}`;
}

/** Direction in which a column is sorted now. */
export function sortDirection(order: string, field: string): "asc" | "desc" | undefined {
  if (order === field) return "asc";
  return order === `-${field}` ? "desc" : undefined;
}
