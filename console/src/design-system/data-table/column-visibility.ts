import type { ColumnDef, VisibilityState } from "@tanstack/react-table";
import { useCallback, useState } from "react";

function storedVisibility(key: string): VisibilityState {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? (value as VisibilityState) : {};
  } catch {
    return {};
  }
}

/** Which columns show: the viewer's choice per list, stored in this browser; default: the columns' own setting. */
export function useColumnVisibility<Row>(
  columns: ColumnDef<Row>[],
  storageName: string | undefined,
): [VisibilityState, (next: VisibilityState) => void] {
  const key = `columns.${storageName ?? ""}`;
  const [chosen, setChosen] = useState<VisibilityState>(() => (storageName ? storedVisibility(key) : {}));
  const atFirst: VisibilityState = {};
  for (const column of columns) if (column.id && column.meta?.hiddenAtFirst) atFirst[column.id] = false;
  const choose = useCallback(
    (next: VisibilityState) => {
      setChosen(next);
      if (!storageName) return;
      try {
        window.localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be blocked; the choice then lasts until the page is left.
      }
    },
    [key, storageName],
  );
  return [{ ...atFirst, ...chosen }, choose];
}
