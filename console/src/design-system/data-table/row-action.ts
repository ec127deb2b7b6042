import type { ReactNode } from "react";

/** Something one can do with a row. */
export interface RowAction {
  id: string;
  label: string;
  icon?: ReactNode;
  run: () => void;
  /** One of the one or two that stand beside the row; the rest is in its menu. */
  visible?: boolean;
  /** Loses something; drawn in the error colour and set apart at the end of the menu. */
  danger?: boolean;
  disabled?: boolean;
}
