import type { AuditEntry } from "@tollgate/contract/audit";
import type { AuditRow } from "../../storage/repositories/audit-repository.ts";
import { auditChanges } from "../audit-changes.ts";
import type { KnownTargets } from "./known-targets.ts";

/** An entry with the name of its target: the name it had then, else the current one. */
export function presentEntry(row: AuditRow, known: KnownTargets): AuditEntry {
  const { target: named, ...detail } = readDetail(row.detail);
  const { name, now } = known.find(row.target_type, row.target_id);
  const own = row.target_type === "user" && row.target_id === String(row.actor_id);
  const older = row.target_type === "user" ? detail["username"] : detail["name"];
  const target_name = [named, own ? row.actor_name : undefined, older, name].find(isText) ?? "";
  return {
    id: row.id,
    created_at: row.created_at,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_id,
    target_name: target_name === row.target_id ? "" : target_name,
    target_now: now,
    detail: flatten(detail),
    source_ip: row.source_ip,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Unreadable detail is shown as empty; the row itself is never changed. */
function readDetail(text: string): Record<string, unknown> {
  try {
    const detail: unknown = JSON.parse(text);
    return isObject(detail) ? { ...detail } : {};
  } catch {
    return {};
  }
}

/** Entries of earlier versions contain whole objects: they become fields like those of today. */
function flatten(detail: Record<string, unknown>): Record<string, unknown> {
  const { before, after, price, quota, from, to, ...rest } = detail;
  if (isText(to)) return { ...rest, email: [from ?? "", to] };
  if (isObject(before) && isObject(after))
    return { ...rest, ...auditChanges(fieldsOf(before), fieldsOf(after)) };
  if (isObject(price)) return { ...rest, ...fieldsOf(price) };
  if (Array.isArray(quota) && isObject(quota[0]) && isObject(quota[1])) {
    const names = { remain: "remain_quota", unlimited: "unlimited_quota" };
    const rename = (values: object) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [names[name as "remain"] ?? name, value]),
      );
    return { ...rest, ...auditChanges(rename(quota[0]), rename(quota[1])) };
  }
  return detail;
}

function fieldsOf({ extra_ratios: extras, ...fields }: Record<string, unknown>): Record<string, unknown> {
  if (!isObject(extras)) return fields;
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(extras).map(([name, ratio]) => [`extra.${name}`, ratio])),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
