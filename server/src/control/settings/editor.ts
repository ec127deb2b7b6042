import { roles } from "@tollgate/contract/access";
import { type FieldProblem, fieldProblems } from "@tollgate/contract/envelope";
import type { SettingSection } from "@tollgate/contract/setting-definition";
import type {
  ServiceTest,
  SettingRow,
  SettingsForm,
  TestedService,
} from "@tollgate/contract/setting-endpoints";
import { parseSettingText, settingText } from "@tollgate/contract/setting-text";
import {
  isSettingKey,
  keysOfSection,
  type SettingKey,
  type Settings,
  settings,
} from "@tollgate/contract/settings";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createOptionRepository } from "../../storage/repositories/option-repository.ts";
import { readRootAccess } from "../../storage/repositories/root-access-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { keepAnnouncement } from "./keep-announcement.ts";
import { findKeyLinks } from "./key-links.ts";
import { doorKeys, findMissing, keepsWayIn } from "./policy.ts";
import { describeChange, presentSettings } from "./present.ts";
import type { SettingsService } from "./service.ts";
import { isSecret, openSettings, storedText } from "./stored-values.ts";
import { testService } from "./test-service.ts";

/** Changes settings: a section as one, or one setting for the family's clients. */
export interface SettingsEditor {
  list(): Promise<SettingRow[]>;
  /** @throws AppError request.invalid, setting.root_only, setting.changed_meanwhile, each with every field concerned */
  saveSection(actor: Actor, section: SettingSection, form: SettingsForm): Promise<SettingKey[]>;
  /** @throws AppError setting.unknown, request.invalid */
  saveOne(actor: Actor, key: string, value: string): Promise<void>;
  /**
   * Whether a service works with the given values.
   * @throws AppError request.invalid
   */
  test(service: TestedService, values: Record<string, unknown>): Promise<ServiceTest>;
}

export interface EditorDependencies {
  database: Database;
  settings: SettingsService;
  secretBox: SecretBox;
  changeNotice: ChangeNotice;
  audit: Audit;
  clock: Clock;
}

/** The values to store; null resets a setting to its fallback. */
type Values = Map<SettingKey, unknown>;

interface Edit {
  values: Values;
  /** Problems found before the stored values were read. */
  problems: FieldProblem[];
  scope: ReadonlySet<SettingKey>;
  seen: Record<string, string>;
  /** A field's name in the response. */
  pathOf(key: SettingKey): string;
}

export function createSettingsEditor(deps: EditorDependencies): SettingsEditor {
  const { database, secretBox } = deps;

  /** Checks and writes in one transaction; announces after the commit. */
  async function save(actor: Actor, edit: Edit): Promise<SettingKey[]> {
    const keys = await database.transaction(async (queries) => {
      const options = createOptionRepository(queries);
      await options.claim();
      const before = openSettings(await options.all(), secretBox).values;
      const after = { ...before } as Record<SettingKey, unknown>;
      for (const [key, value] of edit.values) after[key] = value ?? settings[key].fallback;
      const changed = [...edit.values.keys()].filter((key) => !isSame(before[key], after[key]));
      rejectStale(edit, before, changed);
      const forbidden = findKeyLinks({
        before,
        after: after as Settings,
        changed,
        actor,
        pathOf: edit.pathOf,
      });
      await rejectWrong(
        { ...edit, problems: [...edit.problems, ...forbidden] },
        queries,
        after as Settings,
        changed,
      );
      for (const key of changed) {
        if (edit.values.get(key) === null) await options.remove(key);
        else await options.set(key, storedText(key, after[key], secretBox));
      }
      if (changed.includes("Notice"))
        await keepAnnouncement(
          queries,
          { before: before.Notice, after: after["Notice"] as string },
          deps.clock.now(),
        );
      const [first] = changed;
      if (first === undefined) return [];
      const changes = changed.map((key) => [key, describeChange(key, before[key], after[key])] as const);
      await deps.audit.record(queries, actor, {
        action: "setting.change",
        target: { type: "setting", id: changed.length === 1 ? first : settings[first].section },
        detail: Object.fromEntries(changes),
      });
      return changed;
    });
    if (keys.length > 0) await deps.changeNotice.announce("settings");
    return keys;
  }

  return {
    list: async () => presentSettings(await deps.settings.load()),

    async saveSection(actor, section, form) {
      const keys = keysOfSection(section);
      const pathOf = (key: string): string => `values.${key}`;
      const problems: FieldProblem[] = [];
      const values: Values = new Map();
      for (const [name, sent] of Object.entries(form.values)) {
        if (!isSettingKey(name) || !keys.includes(name)) {
          problems.push({
            path: pathOf(name),
            code: "unrecognized_keys",
            message: "No setting of this section.",
          });
        } else if (!(isSecret(name) && sent === ""))
          readValue({ key: name, sent, path: pathOf(name) }, values, problems);
      }
      rejectRootOnly(actor, form, pathOf);
      const scope = new Set(keys);
      return save(actor, { values, problems, scope, seen: form.seen ?? {}, pathOf });
    },

    async saveOne(actor, key, text) {
      if (!isSettingKey(key)) throw new AppError("setting.unknown", { params: { key } });
      const problems: FieldProblem[] = [];
      const values: Values = new Map();
      const empty = isSecret(key) && text === "";
      const sent = empty ? null : parseSettingText(key, text);
      readValue({ key, sent, path: "value" }, values, problems);
      await save(actor, { values, problems, scope: new Set([key]), seen: {}, pathOf: () => "value" });
    },

    test: async (service, values) => testService(service, values, await deps.settings.load()),
  };
}

/** Adds the sent value to `values`, or why it is invalid to `problems`. */
function readValue(
  { key, sent, path }: { key: SettingKey; sent: unknown; path: string },
  values: Values,
  problems: FieldProblem[],
): void {
  if (sent === null && isSecret(key)) {
    values.set(key, null);
    return;
  }
  const parsed = settings[key].schema.safeParse(sent);
  if (parsed.success) values.set(key, parsed.data);
  else problems.push(...fieldProblems(parsed.error, path));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Settings of sign-in, mail and address are the super administrator's; the error names each that was changed. */
function rejectRootOnly(actor: Actor, form: SettingsForm, pathOf: (key: string) => string): void {
  if (actor.role === roles.root) return;
  const fields = Object.keys(form.values)
    .filter((key) => isSettingKey(key) && settings[key].root === true)
    .map((key) => ({
      path: pathOf(key),
      code: "setting.root_only",
      message: "Only the super administrator may change this.",
    }));
  if (fields.length > 0) throw new AppError("setting.root_only", { fields });
}

/** Rejects overwriting a value that the form did not show. */
function rejectStale(edit: Edit, before: Settings, changed: readonly SettingKey[]): void {
  const stale = changed.filter((key) => {
    const seen = isSecret(key) ? undefined : edit.seen[key];
    return seen !== undefined && seen !== settingText(key, before[key]);
  });
  if (stale.length === 0) return;
  throw new AppError("setting.changed_meanwhile", {
    fields: stale.map((key) => ({
      path: edit.pathOf(key),
      code: "setting.changed_meanwhile",
      message: "Another administrator changed this. Reload and try again.",
    })),
  });
}

async function rejectWrong(
  edit: Edit,
  queries: TransactionQueries,
  after: Settings,
  changed: readonly SettingKey[],
): Promise<void> {
  const problems = [...edit.problems];
  const rejected = new Set(problems.map((one) => one.path));
  for (const [key, found] of findMissing(after, new Set(changed), edit.scope)) {
    const path = edit.pathOf(key);
    if (!rejected.has(path)) problems.push({ ...found, path });
  }
  const door = changed.find((key) => doorKeys.includes(key) && after[key] === false);
  if (door && !keepsWayIn(after, await readRootAccess(queries))) {
    problems.push({
      path: edit.pathOf(door),
      code: "setting.last_way_in",
      message: "No super administrator could sign in after this change.",
    });
  }
  if (problems.length > 0) throw new AppError("request.invalid", { fields: problems });
}
