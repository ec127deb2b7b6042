import { roleName } from "@tollgate/contract/access";
import type { AuditEntry } from "@tollgate/contract/audit";
import { extraRatioClasses, toolPriceClasses } from "@tollgate/contract/cost";
import { formatQuota, type QuotaFormat } from "@tollgate/contract/quota";
import { formatNumber, formatRatio, formatUnitPrice } from "../../lib/format-number";
import { formatTime } from "../../lib/format-time";
import { i18n } from "../../lib/i18n/i18n";
import { settingName } from "./setting-name";

/** One line of an entry's detail: a change from one value to another, or a fact. */
export interface DetailLine {
  name: string;
  /** Undefined: no change, only a fact. */
  before: string | undefined;
  value: string;
}

/** Context of the texts in addition to the entry. */
export interface DetailContext {
  format: QuotaFormat;
  /** Names of providers by channel type. */
  providers: ReadonlyMap<number, { label: string }>;
}

type Entry = Pick<AuditEntry, "target_type" | "detail">;

/** Id fields that also have a name field. */
const redundant: Record<string, string> = { user_id: "username", passkey: "alias" };

/** Details of an entry, line by line; amounts as the site shows them. */
export function describeDetail({ target_type: target, detail }: Entry, context: DetailContext): DetailLine[] {
  const shown = Object.entries(detail).filter(([field]) => !((redundant[field] ?? "") in detail));
  return shown.map(([field, value]) => {
    const words = (part: unknown): string => valueOf(target, field, part, context);
    const change = Array.isArray(value) && value.length === 2 ? value : undefined;
    if (change) return { name: nameOf(target, field), before: words(change[0]), value: words(change[1]) };
    return { name: nameOf(target, field), before: undefined, value: factOf(value) ?? words(value) };
  });
}

/** Describes a change whose value stays hidden, and entries added to and removed from a list; undefined for plain values. */
function factOf(value: unknown): string | undefined {
  if (typeof value === "string" && happenings.includes(value))
    return i18n.t(`audit-entries:happened.${value}`);
  if (typeof value !== "object" || value === null || !("added" in value) || !("removed" in value))
    return undefined;
  const items = (part: unknown, sign: string): string[] =>
    Array.isArray(part) ? part.map((item) => `${sign} ${String(item)}`) : [];
  const parts = [...items(value.added, "+"), ...items(value.removed, "−")];
  return parts.length > 0 ? parts.join(", ") : i18n.t("audit-entries:reordered");
}

const happenings = ["set", "cleared", "replaced", "changed"];
const amounts = ["quota", "balance", "remain_quota", "budget_quota"];
const times = ["expired_time", "before", "start_timestamp", "end_timestamp"];
const dollars = ["min", "max"];
/** Columns that hold yes and no as 1 and 0. */
const switches = ["only_chat", "locked", "public", "promotion"];

function valueOf(
  target: string,
  field: string,
  value: unknown,
  { format, providers }: DetailContext,
): string {
  if (typeof value === "number") {
    if (field === "role") return i18n.t(`audit-entries:role.${roleName(value)}`);
    if (field === "status") return statusOf(target, value);
    if ((field === "type" && target === "channel") || field === "channel_type")
      return providerOf(value, providers);
    if (amounts.includes(field)) return formatQuota(value, format);
    if (times.includes(field)) return value > 0 ? formatTime(value) : i18n.t("audit-entries:never");
    if (dollars.includes(field)) return formatUnitPrice(value);
    if (switches.includes(field)) return i18n.t(value === 1 ? "common:yes" : "common:no");
    if (isTool(field)) return formatUnitPrice(value);
    if (isRatio(field)) return formatRatio(value);
    return formatNumber(value, 6);
  }
  if (typeof value === "string" && field === "budget_period") return i18n.t(`budget:choice.${value}`);
  if (typeof value === "string" && (field === "method" || field === "by")) return wordOf("method", value);
  if (typeof value === "string" && field === "type" && target === "price") return wordOf("price_type", value);
  return textOf(value);
}

const isRatio = (field: string): boolean =>
  ["ratio", "input", "output"].includes(field) || field.startsWith("extra.");
const isTool = (field: string): boolean =>
  field.startsWith("extra.") && Object.hasOwn(toolPriceClasses, field.slice(6));

function statusOf(target: string, status: number): string {
  const key = `audit-entries:status.${target}.${status}`;
  return i18n.exists(key)
    ? i18n.t(key)
    : i18n.t(status === 1 ? "audit-entries:status.on" : "audit-entries:status.off");
}

function providerOf(type: number, providers: DetailContext["providers"]): string {
  if (type === 0) return "—";
  return providers.get(type)?.label ?? i18n.t("audit-entries:provider", { type });
}

/** A word of the log in the reader's language; a word that this version does not know is shown as stored. */
function wordOf(kind: string, word: string): string {
  const key = `audit-entries:${kind}.${word}`;
  return i18n.exists(key) ? i18n.t(key) : word;
}

/** Name of a field: from the texts where they have one, of extra ratios by class, of settings by their own texts; otherwise as stored. */
function nameOf(target: string, field: string): string {
  if (field.startsWith("extra.")) {
    const extra = field.slice(6);
    const known: Record<string, { tokenClass: string }> = { ...extraRatioClasses, ...toolPriceClasses };
    const tokenClass = known[extra]?.tokenClass;
    return tokenClass === undefined ? extra : i18n.t(`price-explanation:class.${tokenClass}`);
  }
  for (const key of [`audit-entries:${target}_field.${field}`, `audit-entries:field.${field}`])
    if (i18n.exists(key)) return i18n.t(key);
  return settingName(field) ?? field;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (value === true) return i18n.t("common:yes");
  if (value === false) return i18n.t("common:no");
  if (Array.isArray(value)) return value.map(textOf).join(", ") || "—";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${textOf(part)}`)
      .join(", ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "—";
}
