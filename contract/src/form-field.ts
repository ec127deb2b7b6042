import type { LocalizedText } from "./localized.ts";

interface FieldBase {
  /** Path in the form's value: `base_url` for a column, `plugin.web_search.enable` for an entry of the plugin object. */
  name: string;
  label: LocalizedText;
  hint?: LocalizedText;
  placeholder?: string;
  required?: boolean;
  /** Shown only while another field has one of these values. */
  showWhen?: { field: string; in: (string | number | boolean)[] };
}

/** The kinds of field that a descriptor may ask for; the console renders them without knowing the provider. */
export type FormField =
  | (FieldBase & { kind: "text"; multiline?: boolean; pattern?: string })
  | (FieldBase & { kind: "secret"; multiline?: boolean })
  | (FieldBase & { kind: "number"; min?: number; max?: number; integer?: boolean })
  | (FieldBase & { kind: "switch" })
  | (FieldBase & { kind: "select"; options: { value: string; label: LocalizedText }[] })
  | (FieldBase & { kind: "json" })
  | (FieldBase & { kind: "map"; keyLabel: LocalizedText; valueLabel: LocalizedText })
  | (FieldBase & { kind: "list" });
