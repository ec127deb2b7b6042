import {
  type FieldValues,
  type UseControllerProps,
  useController,
  type UseControllerReturn,
} from "react-hook-form";
import { useDesignTexts } from "../texts/design-texts";
import type { FieldProps } from "./field-props";

/** Kind of error that forms give where a text was left out; its message does not name the field. */
const missing = "missing_text";

/** Binds a field to its form and gives the line under it: the problem if there is one, else the hint. What is missing is named. */
export function useField<T extends FieldValues, Output>(
  props: FieldProps<T, Output>,
): UseControllerReturn<T> & { helper: FieldProps["hint"]; invalid: boolean } {
  const binding = {
    name: props.name,
    ...(props.control && { control: props.control }),
    ...(props.disabled && { disabled: true }),
  } as unknown as UseControllerProps<T>;
  const controller = useController<T>(binding);
  const { error } = controller.fieldState;
  const texts = useDesignTexts();
  const problem = error?.type === missing ? texts.cannotBeEmpty(props.label) : error?.message;
  return {
    ...controller,
    helper: problem ?? firstMessage(error) ?? props.hint,
    invalid: error !== undefined,
  };
}

/** The problem of a list or map may sit on one of its entries. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  for (const entry of Object.values(error)) {
    if (
      typeof entry === "object" &&
      entry !== null &&
      "message" in entry &&
      typeof entry.message === "string"
    ) {
      return entry.message;
    }
  }
  return undefined;
}
