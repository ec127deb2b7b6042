import * as z from "zod";

/** Tabs of the settings screen. */
export const settingTabs = ["operation", "system", "site", "chat"] as const;
export type SettingTab = (typeof settingTabs)[number];

/** Settings that are saved as one form, in the order in which they are shown, and the tab of each. */
export const settingSections = {
  general: "operation",
  quota: "operation",
  top_ups: "operation",
  invitations: "operation",
  retries: "operation",
  timeouts: "operation",
  monitoring: "operation",
  cache: "operation",
  tasks: "operation",
  logs: "operation",
  address: "system",
  login: "system",
  email_domains: "system",
  smtp: "system",
  github: "system",
  wechat: "system",
  lark: "system",
  oidc: "system",
  turnstile: "system",
  telegram: "system",
  announcement: "site",
  brand: "site",
  home: "site",
  about: "site",
  footer: "site",
  chat_links: "chat",
} as const satisfies Record<string, SettingTab>;
export type SettingSection = keyof typeof settingSections;
export const settingSectionNames = Object.keys(settingSections) as SettingSection[];

/**
 * What a setting is, for the form's field and for its text on the family's wire: `words` are texts without spaces, `phrases`
 * are one per line, `markup` is Markdown, HTML or an address.
 */
export type SettingKind =
  | "switch"
  | "number"
  | "amount"
  | "line"
  | "address"
  | "words"
  | "phrases"
  | "markup"
  | "discounts"
  | "chat_links";

export type SettingUnit = "seconds" | "minutes" | "days" | "quota";

export interface SettingDefinition<T extends z.ZodType = z.ZodType> {
  section: SettingSection;
  kind: SettingKind;
  schema: T;
  /** In force when nothing is stored. */
  fallback: z.output<T>;
  unit?: SettingUnit;
  /** Stored encrypted and never answered. */
  secret?: boolean;
  /** Only the super administrator may change it. */
  root?: boolean;
}

/** What a definition adds to its kind's own. */
interface More {
  root?: boolean;
  secret?: boolean;
  unit?: SettingUnit;
}

const kept = <T extends z.ZodType>(definition: SettingDefinition<T>): SettingDefinition<T> => definition;

/** Makes the definitions of one section. */
export function settingsOf(section: SettingSection, common: More = {}) {
  return {
    toggle: (fallback: boolean, more: More = {}) =>
      kept({ section, kind: "switch", schema: z.boolean(), fallback, ...common, ...more }),

    number: (fallback: number, range: { min: number; max: number; whole?: boolean }, more: More = {}) => {
      const number = z.number().min(range.min).max(range.max);
      const schema = range.whole === false ? number : number.int();
      return kept({ section, kind: "number", schema, fallback, ...common, ...more });
    },

    /** Integer quota, 0 or more. */
    amount: (fallback: number, more: More = {}) =>
      kept({ section, kind: "amount", schema: z.int().min(0), fallback, ...common, ...more }),

    /** A line of text, empty for none. */
    line: (fallback: string, more: More = {}) =>
      kept({ section, kind: "line", schema: z.string().trim().max(500), fallback, ...common, ...more }),

    /** An address of the given form. */
    address: (fallback: string, schema: z.ZodType<string, string>, more: More = {}) =>
      kept({ section, kind: "address", schema, fallback, ...common, ...more }),

    /** Anything else. */
    other: <T extends z.ZodType>(
      kind: SettingKind,
      schema: T,
      fallback: z.output<T>,
      more: More = {},
    ): SettingDefinition<T> => kept({ section, kind, schema, fallback, ...common, ...more }),
  };
}
