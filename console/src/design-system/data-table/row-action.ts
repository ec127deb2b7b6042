import type { ReactNode } from "react";

/** An action on a row. */
export interface RowAction {
  id: string;
  label: string;
  icon?: ReactNode;
  run: () => void;
  /** Shown as a button; the rest is in the row's menu. */
  visible?: boolean;
  /** Destructive: shown in the error color, separated at the end of the menu. */
  danger?: boolean;
  disabled?: boolean;
}
