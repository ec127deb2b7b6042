import type { ReactNode } from "react";

export interface FilterOption {
  value: string | number;
  label: string;
}

/** A filter of a list, drawn as a chip that shows its value. */
export type ListFilter = {
  name: string;
  label: string;
} & (
  | {
      kind: "select";
      value: string | number;
      /** The value that means "no filter". */
      none: string | number;
      options: FilterOption[];
      onChange: (value: string | number) => void;
    }
  | { kind: "text"; value: string; placeholder?: string; onChange: (value: string) => void }
  | {
      /** Any other filter: the value as text (undefined: not set) and the fields that set it. */
      kind: "custom";
      summary: string | undefined;
      onClear: () => void;
      /** With `onDraft` the fields pass their pending change to it, undefined while invalid. */
      content: (close: () => void, onDraft?: (apply: (() => void) | undefined) => void) => ReactNode;
    }
);

/** The current value as text; undefined when not set. */
export function filterSummary(filter: ListFilter): string | undefined {
  if (filter.kind === "custom") return filter.summary;
  if (filter.kind === "text") return filter.value === "" ? undefined : filter.value;
  if (filter.value === filter.none) return undefined;
  return filter.options.find((option) => option.value === filter.value)?.label ?? String(filter.value);
}

export function clearFilter(filter: ListFilter): void {
  if (filter.kind === "custom") filter.onClear();
  else if (filter.kind === "text") filter.onChange("");
  else filter.onChange(filter.none);
}
