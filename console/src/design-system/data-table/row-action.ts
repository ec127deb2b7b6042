import type { ReactNode } from "react";

/** An action on a row. */
export interface RowAction {
  id: string;
  label: string;
  icon?: ReactNode;
  run: () => void;
  /** One of the one or two that stand beside the row; the rest is in its menu. */
  visible?: boolean;
  /** Destructive: shown in the error color, separated at the end of the menu. */
  danger?: boolean;
  disabled?: boolean;
}
