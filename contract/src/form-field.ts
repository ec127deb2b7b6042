import * as z from "zod";
import { localizedText } from "./localized.ts";

export const fieldCondition = z
  .object({ field: z.string(), in: z.array(z.union([z.string(), z.number(), z.boolean()])) })
  .meta({ id: "FieldCondition", description: "True while another field has one of these values." });

const fieldBase = {
  name: z
    .string()
    .describe(
      "Path in the form's value: `base_url`, or `plugin.web_search.enable` for an entry of `plugin`.",
    ),
  label: localizedText,
  hint: localizedText.exactOptional(),
  placeholder: z.string().exactOptional(),
  required: z.boolean().exactOptional(),
  showWhen: fieldCondition.exactOptional(),
};

export const textField = z
  .object({
    ...fieldBase,
    kind: z.literal("text"),
    multiline: z.boolean().exactOptional(),
    pattern: z.string().exactOptional(),
  })
  .meta({ id: "TextField" });
export const secretField = z
  .object({ ...fieldBase, kind: z.literal("secret"), multiline: z.boolean().exactOptional() })
  .meta({ id: "SecretField" });
export const numberField = z
  .object({
    ...fieldBase,
    kind: z.literal("number"),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    integer: z.boolean().exactOptional(),
  })
  .meta({ id: "NumberField" });
export const switchField = z.object({ ...fieldBase, kind: z.literal("switch") }).meta({ id: "SwitchField" });
export const fieldOption = z.object({ value: z.string(), label: localizedText }).meta({ id: "FieldOption" });
export const selectField = z
  .object({ ...fieldBase, kind: z.literal("select"), options: z.array(fieldOption) })
  .meta({ id: "SelectField" });
export const jsonField = z.object({ ...fieldBase, kind: z.literal("json") }).meta({ id: "JsonField" });
export const mapField = z
  .object({ ...fieldBase, kind: z.literal("map"), keyLabel: localizedText, valueLabel: localizedText })
  .meta({ id: "MapField" });
export const listField = z.object({ ...fieldBase, kind: z.literal("list") }).meta({ id: "ListField" });

/** The kinds of field of a descriptor; the console renders them without knowing the provider. */
export const formField = z
  .discriminatedUnion("kind", [
    textField,
    secretField,
    numberField,
    switchField,
    selectField,
    jsonField,
    mapField,
    listField,
  ])
  .meta({ id: "FormField" });
export type FormField = z.infer<typeof formField>;
