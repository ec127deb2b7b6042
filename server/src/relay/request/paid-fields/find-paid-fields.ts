import { foldName, type PaidField, type PaidFields, type PaidPath } from "../../canonical/paid-fields.ts";
import type { IncomingRequest, PaidRequest } from "../../exchange.ts";
import type { FormBody } from "../../canonical/form-body.ts";
import { type Fields, isFields } from "../../formats/kit/check-value.ts";
import { RelayError } from "../../relay-error.ts";
import type { FieldPath } from "../remove-fields.ts";

/** The channel's ratio for a field with this value; undefined: not allowed. */
export type Allowance = (field: string, value: unknown) => number | undefined;

/** Google's token count contains a request inside another one. */
export const nestedRequest = foldName("generateContentRequest");

/** Checks one request against a provider's list. Every method throws `invalid_request` for a rejected field. */
export class PaidFieldFinder {
  readonly paid: PaidRequest = { dropped: [], allowed: [], uses: [], headers: {} };
  /** Fields to remove from the body. */
  readonly strip: FieldPath[] = [];
  /** Listed fields of the body in its own spelling. */
  readonly listed: string[] = [];
  /** The body has tools that the vendor may run. */
  hasTools = false;
  #rules: PaidFields;
  #allowance: Allowance;

  constructor(rules: PaidFields, allowance: Allowance) {
    this.#rules = rules;
    this.#allowance = allowance;
  }

  /** A JSON body. `at` is its path in a larger one. */
  readBody(body: Fields, at: FieldPath = []): void {
    for (const key in body) {
      const name = foldName(key);
      const paths = this.#rules.byRoot.get(name);
      if (name === "tools") this.#readTools(body[key], [...at, key]);
      else if (paths) for (const path of paths) this.#follow(path, path.path, body[key], [...at, key]);
      else if (name === nestedRequest && isFields(body[key])) this.readBody(body[key], [...at, key]);
      else continue;
      if (at.length === 0) this.listed.push(key);
    }
  }

  #follow(found: PaidPath, path: readonly string[], value: unknown, at: FieldPath): void {
    const [step, ...rest] = path;
    if (step === undefined) this.#judge(found.paid, value, at);
    else if (step === "[]") {
      if (Array.isArray(value))
        for (const [index, entry] of (value as unknown[]).entries())
          this.#follow(found, rest, entry, [...at, index]);
    } else if (isFields(value))
      for (const key in value)
        if (foldName(key) === step) this.#follow(found, rest, value[key], [...at, key]);
  }

  /** Most tools are the caller's own functions, which cost nothing. */
  #readTools(tools: unknown, at: FieldPath): void {
    if (!Array.isArray(tools)) return;
    const paths = this.#rules.byRoot.get("tools") ?? [];
    for (const [index, tool] of (tools as unknown[]).entries()) {
      if (!isFields(tool)) continue;
      this.hasTools = true;
      if (tool.type === "function" || tool.type === "custom") continue;
      for (const name of toolNames(tool)) this.noteTool(name);
      for (const found of paths) this.#follow(found, found.path.slice(1), tool, [...at, index]);
    }
  }

  /** Tools outside the field `tools`. */
  readAdded(tools: readonly unknown[]): void {
    if (tools.length > 0) this.#readTools(tools, ["messages"]);
  }

  /** A vendor's tool by its name in the request. */
  noteTool(name: string): void {
    const folded = foldName(name);
    for (const tool of this.#rules.tools)
      if (folded === tool.name || (tool.anyVersion && folded.startsWith(tool.name)))
        this.#judge(tool.paid, name, undefined);
  }

  /** The upstream's model name: some providers choose tools or settings by a part of it. */
  readModel(model: string): void {
    for (const { paid, part } of this.#rules.models)
      if (model.includes(part)) this.#judge(paid, part, undefined);
  }

  /** A form's fields cannot be removed one by one, so a paid one is rejected. */
  readForm({ fields }: FormBody): void {
    for (const { name, value } of fields)
      for (const { paid, path } of this.#rules.byRoot.get(foldName(name.replace(/\[.*$/, ""))) ?? [])
        if (path.length === 0) this.#judge(paid, value, undefined);
  }

  readQuery(query: string): void {
    for (const [name, value] of new URLSearchParams(query))
      for (const { paid, path } of this.#rules.byRoot.get(foldName(name)) ?? [])
        if (path.length === 0) this.#judge(paid, value, undefined);
  }

  /** Values of the upstream headers without those that cost more. */
  readHeaders(headers: IncomingRequest["headers"], sent: readonly string[]): void {
    for (const { paid, header, value } of this.#rules.headers) {
      const given = sent.includes(header) ? (this.paid.headers[header] ?? headers[header]) : undefined;
      if (typeof given !== "string") continue;
      const parts = given.split(",").map((part) => part.trim());
      const costly = parts.filter((part) => part.toLowerCase().startsWith(value));
      if (costly.length === 0 || this.#allow(paid, undefined)) continue;
      this.paid.headers[header] = parts.filter((part) => !costly.includes(part)).join(",");
      this.paid.dropped.push(...costly.map((part) => `${header}.${part}`));
    }
  }

  /** `at` is undefined for what cannot be removed: a tool, a form's field, a query parameter. */
  #judge(paid: PaidField, value: unknown, at: FieldPath | undefined): void {
    if (value == null || isFree(paid, value) || this.#allow(paid, value)) return;
    const { field, rule } = paid;
    if (typeof rule === "object") {
      if (!this.paid.uses.some((use) => use.tool === rule.charge))
        this.paid.uses.push({ field, tool: rule.charge });
    } else if (rule === "strip" && at) {
      this.strip.push(at);
      if (!this.paid.dropped.includes(field)) this.paid.dropped.push(field);
    } else {
      const param = at ? at.join(".") : field.replace(/\*|: .*/, "");
      throw new RelayError(
        "invalid_request",
        `'${param}' is charged extra and not offered here; leave it out.`,
        {
          param,
        },
      );
    }
  }

  #allow({ field }: PaidField, value: unknown): boolean {
    const ratio = this.#allowance(field, value);
    if (ratio === undefined) return false;
    this.paid.allowed.push({ field, value: typeof value === "string" ? value : undefined, ratio });
    return true;
  }
}

/** The type identifies a tool; for Google the key of its settings; for Moonshot a function type of its own. */
function toolNames({ type, ...settings }: Fields): string[] {
  if (type === "builtin_function") return isFields(settings.function) ? [String(settings.function.name)] : [];
  return typeof type === "string" ? [type] : Object.keys(settings).filter((key) => settings[key] != null);
}

/** True for a value that costs nothing extra. */
export function isFree({ free, textOnly }: PaidField, value: unknown): boolean {
  if (typeof value !== "string") return textOnly === true || (free?.includes(value as boolean) ?? false);
  const folded = foldName(value);
  return free?.some((one) => typeof one === "string" && foldName(one) === folded) ?? false;
}
