import type { SettingSection } from "@tollgate/contract/setting-definition";
import type { SettingRow, SettingsForm } from "@tollgate/contract/setting-endpoints";
import { parseSettingText, settingText } from "@tollgate/contract/setting-text";
import { isSettingKey, keysOfSection, type SettingKey, settingDefinition } from "@tollgate/contract/settings";
import type { ChatLink } from "@tollgate/contract/site-info";
import * as z from "zod";

/** A record is a discount table. */
export type FieldValue = string | number | boolean | string[] | ChatLink[] | Record<string, number> | null;

/** A section's form. Secrets begin empty, which leaves the stored one; null clears it. */
export interface SectionValues {
  values: Record<string, FieldValue>;
}

export type RowMap = ReadonlyMap<SettingKey, SettingRow>;

/** Rows of the server by key; keys that this version of the console does not know are left out. */
export function mapRows(rows: readonly SettingRow[]): RowMap {
  return new Map(rows.flatMap((row) => (isSettingKey(row.key) ? [[row.key, row] as const] : [])));
}

/** The form of a section as the server has it. */
export function startOfSection(section: SettingSection, rows: RowMap): SectionValues {
  const values = keysOfSection(section).map((key) => {
    const row = rows.get(key);
    const fallback = settingDefinition(key).fallback as FieldValue;
    if (settingDefinition(key).secret) return [key, ""] as const;
    return [key, row ? inShownOrder(parseSettingText(key, row.value) as FieldValue) : fallback] as const;
  });
  return { values: Object.fromEntries(values) };
}

/** Chat links begin in the order in which people see them; everything else is as it is. */
function inShownOrder(value: FieldValue): FieldValue {
  if (!isLinks(value)) return value;
  return [...value].sort((a, b) => b.sort - a.sort);
}

function isLinks(value: FieldValue): value is ChatLink[] {
  return Array.isArray(value) && typeof value[0] === "object";
}

/** The contract's rules for a section, as a schema of its form. */
export function schemaOfSection(section: SettingSection): z.ZodType<SectionValues, SectionValues> {
  const shape = Object.fromEntries(
    keysOfSection(section).map((key) => {
      const { schema, secret } = settingDefinition(key);
      return [key, secret ? schema.nullable() : schema];
    }),
  );
  return z.object({ values: z.object(shape) }) as unknown as z.ZodType<SectionValues, SectionValues>;
}

/** What is to be sent: only what differs from what the form began with, and the texts it began with. */
export function changesOf(section: SettingSection, { values }: SectionValues, rows: RowMap): SettingsForm {
  const changed: Record<string, FieldValue> = {};
  const seen: Record<string, string> = {};
  for (const key of keysOfSection(section)) {
    const value = values[key];
    if (value === undefined) continue;
    if (settingDefinition(key).secret) {
      if (value !== "") changed[key] = value;
      continue;
    }
    const before = rows.get(key)?.value ?? "";
    if (settingText(key, value) === before) continue;
    changed[key] = value;
    seen[key] = before;
  }
  return { values: changed, seen };
}
