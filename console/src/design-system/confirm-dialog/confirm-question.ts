import type { ReactNode } from "react";

/** A question before something is lost. */
export interface ConfirmQuestion {
  /** Names the object: "Delete the token “ci”?" */
  title: string;
  /** What is lost or changed. */
  body: ReactNode;
  /** The verb: "Delete". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Must be typed to enable the button, for large irreversible actions. */
  typeToConfirm?: string;
}
