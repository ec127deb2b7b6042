import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { settingSectionNames } from "./setting-definition.ts";

const section = z.enum(settingSectionNames);

/**
 * One setting. `value` is its text (see setting-text.ts), always empty for a secret, for which only `is_set` is returned. `root`:
 * the super administrator alone changes it.
 */
export const settingRow = z
  .object({
    key: z.string(),
    value: z.string(),
    section,
    root: z.boolean(),
    secret: z.boolean(),
    is_set: z.boolean(),
  })
  .meta({
    id: "Setting",
    description: "A setting. A secret's `value` is always empty; `is_set` shows whether there is one.",
  });
export type SettingRow = z.infer<typeof settingRow>;

export const listSettings = defineEndpoint({
  method: "GET",
  path: "/api/option/",
  access: "admin",
  summary: "Every setting, section by section; of secrets only whether they are set",
  data: z.array(settingRow),
});

export const settingForm = z
  .object({
    key: z.string().min(1).max(100),
    value: z.union([z.string().max(500_000), z.number(), z.boolean()]),
  })
  .meta({ id: "SettingForm" });

export const saveSetting = defineEndpoint({
  method: "PUT",
  path: "/api/option/",
  access: "root",
  summary: "Change one setting, its value as text",
  body: settingForm,
  data: z.null(),
});

/**
 * Values of the section by key; keys that are not sent stay as they are. A secret: a text replaces it, null clears it, an
 * empty text leaves it. `seen` holds the texts that the sender's values began with: where another is stored by now, nothing
 * is saved.
 */
export const settingsForm = z
  .object({
    values: z.record(z.string().max(100), z.unknown()),
    seen: z.record(z.string().max(100), z.string()).optional(),
  })
  .meta({ id: "SettingsForm" });
export type SettingsForm = z.infer<typeof settingsForm>;

export const savedSettings = z
  .object({
    changed: z.array(z.string()).describe("Keys whose value changed."),
    settings: z.array(settingRow).describe("The section as it is now."),
  })
  .meta({ id: "SavedSettings" });

export const saveSettingSection = defineEndpoint({
  method: "PUT",
  path: "/api/option/section/:section",
  access: "admin",
  summary: "Save a section: all of it or, with every rejected field named, nothing",
  params: z.object({ section }),
  body: settingsForm,
  data: savedSettings,
});

/** Why a service does not work with the values. */
export const serviceFaults = [
  "unreachable",
  "timeout",
  "bad_status",
  "bad_answer",
  "wrong_credentials",
  "other_issuer",
] as const;
export type ServiceFault = (typeof serviceFaults)[number];
export const serviceFault = z.enum(serviceFaults).meta({ id: "ServiceFault" });

/** What a test of a service found: `fault` is null when all is well; `facts` are names and values to show. */
export const serviceTest = z
  .object({
    fault: serviceFault.nullable(),
    status: z.int().describe("HTTP status of the service where it matters, else 0."),
    facts: z.record(z.string(), z.string()),
  })
  .meta({
    id: "ServiceTest",
    description: "Result of a test of a sign-in service. `fault` is null when the service works.",
  });
export type ServiceTest = z.infer<typeof serviceTest>;

export const testedServices = ["oidc", "turnstile", "github", "lark", "wechat"] as const;
export type TestedService = (typeof testedServices)[number];

export const serviceTestForm = z.object({ values: z.record(z.string().max(100), z.unknown()) }).meta({
  id: "ServiceTestForm",
  description: "Values by setting key. Keys that are not sent have their stored value.",
});

/**
 * Current values of the form, saved or not; absent fields use the stored values. A stored secret is only sent to the
 * stored address.
 */
export const testService = defineEndpoint({
  method: "POST",
  path: "/api/option/test/:service",
  access: "root",
  summary: "Test a sign-in service or Turnstile with the given values",
  params: z.object({ service: z.enum(testedServices) }),
  body: serviceTestForm,
  data: serviceTest,
  rate: "critical",
});
