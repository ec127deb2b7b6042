import type { ReactNode } from "react";
import type { Control, FieldPath, FieldValues } from "react-hook-form";

/** Props of every form field. Without `control` the field belongs to the form provider around it. */
export interface FieldProps<T extends FieldValues = FieldValues, Output = T> {
  control?: Control<T, unknown, Output>;
  name: FieldPath<T>;
  label: string;
  /** One short sentence under the field; a problem takes its place. */
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}
