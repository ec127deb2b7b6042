import type { ColumnDef, VisibilityState } from "@tanstack/react-table";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Fitting, useFittingColumns } from "./use-fitting-columns";

const FittingContext = createContext<Fitting>({
  boxRef: () => {},
  left: new Set(),
  overflows: false,
  knownContents: undefined,
});

interface FittingColumnsProps<Row> {
  /** Of the table; its widths are kept under it. */
  label: string;
  columns: ColumnDef<Row>[];
  /** What the viewer wants to see. */
  visibility: VisibilityState;
  /** The rows; others are measured again. */
  content: object | undefined;
  children: ReactNode;
}

/** Keeps which columns have room. A change renders only what uses it again, not the rows. */
export function FittingColumns<Row>(props: FittingColumnsProps<Row>) {
  const { boxRef, left, overflows, knownContents } = useFittingColumns(props);
  const fitting = useMemo(
    () => ({ boxRef, left, overflows, knownContents }),
    [boxRef, left, overflows, knownContents],
  );
  return <FittingContext value={fitting}>{props.children}</FittingContext>;
}

/** Which columns of the surrounding table have room. */
export function useFitting(): Fitting {
  return useContext(FittingContext);
}
