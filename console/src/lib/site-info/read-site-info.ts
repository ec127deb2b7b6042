import { siteDefaults } from "@tollgate/contract/site-defaults";
import type { SiteInfo } from "@tollgate/contract/site-info";
import type { Reading } from "../api-client";

const wholeNumbers = new Set(["start_time", "PaymentMinAmount"]);

/**
 * Does what the contract's schema `siteInfo` does, without it: the first page would fetch and evaluate a tenth of its
 * code for this one answer. A test compares both.
 */
export function readSiteInfo(answer: unknown): Reading<SiteInfo> {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    return notSiteInfo(["the answer itself"]);
  const given = answer as Record<string, unknown>;
  const info: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, fallback] of Object.entries(siteDefaults)) {
    const value = given[name] === undefined ? fallback : given[name];
    if (!fits(name, value, fallback)) wrong.push(name);
    info[name] = value;
  }
  if (given["chat_link"] !== undefined) {
    if (typeof given["chat_link"] !== "string") wrong.push("chat_link");
    info["chat_link"] = given["chat_link"];
  }
  return wrong.length > 0 ? notSiteInfo(wrong) : { success: true, data: info as SiteInfo };
}

function notSiteInfo(wrong: string[]): Reading<SiteInfo> {
  return { success: false, error: new Error(`not site info: ${wrong.join(", ")}`) };
}

function fits(name: string, value: unknown, fallback: unknown): boolean {
  if (typeof value !== typeof fallback) return false;
  if (typeof value !== "number") return true;
  if (name === "quota_per_unit" && value <= 0) return false;
  return wholeNumbers.has(name) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
