import { roleName } from "@tollgate/contract/access";
import { formatQuota, type QuotaFormat } from "@tollgate/contract/quota";
import { i18n } from "../../lib/i18n/i18n";
import { settingName } from "./setting-name";

/** One line of an entry's detail: a change from one value to another, or a fact. */
export interface DetailLine {
  name: string;
  /** Undefined: no change, only a fact. */
  before: string | undefined;
  value: string;
}

/** What an entry says beside its action, line by line; amounts as the site shows them. */
export function describeDetail(detail: Record<string, unknown>, format: QuotaFormat): DetailLine[] {
  return Object.entries(detail).map(([name, value]) => {
    const change = Array.isArray(value) && value.length === 2 ? value : undefined;
    return {
      name: nameOf(name),
      before: change && valueOf(name, change[0], format),
      value: change ? valueOf(name, change[1], format) : factOf(name, value, format),
    };
  });
}

/** Of a setting that is secret or long the entry says only what happened to it. */
function factOf(field: string, value: unknown, format: QuotaFormat): string {
  const key = `audit-entries:happened.${String(value)}`;
  return settingName(field) !== undefined && i18n.exists(key) ? i18n.t(key) : valueOf(field, value, format);
}

/** Fields whose numbers are amounts of quota. */
const amounts = ["quota", "balance"];

function valueOf(field: string, value: unknown, format: QuotaFormat): string {
  if (typeof value === "number" && field === "role") return i18n.t(`audit-entries:role.${roleName(value)}`);
  if (typeof value === "number" && amounts.includes(field)) return formatQuota(value, format);
  if (typeof value === "string" && field === "method") return methodName(value);
  return textOf(value);
}

/** By which way somebody signed in; one that later versions know is told as it is stored. */
function methodName(method: string): string {
  const key = `audit-entries:method.${method}`;
  return i18n.exists(key) ? i18n.t(key) : method;
}

/** Fields with a name of their own in the texts are told by it, settings by theirs, the rest as they are stored. */
function nameOf(field: string): string {
  const key = `audit-entries:field.${field}`;
  return i18n.exists(key) ? i18n.t(key) : (settingName(field) ?? field);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (value === true) return i18n.t("common:yes");
  if (value === false) return i18n.t("common:no");
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
