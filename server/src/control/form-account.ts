import type { FieldProblem } from "@tollgate/contract/envelope";
import type { FormField } from "@tollgate/contract/form-field";
import { roles } from "@tollgate/contract/access";
import { AppError } from "../platform/app-error.ts";
import type { Actor } from "./actor.ts";

/** One filled form of a payment gateway or notice channel: field name to value. */
export type FormAccount = Readonly<Record<string, string>>;

/** The parts of a descriptor that its accounts depend on. */
export interface AccountDescriptor {
  fields: readonly FormField[];
  /** Fields that only a super administrator may change. */
  rootFields: readonly string[];
  /** Stored with the account; no field of the form. */
  preparedFields?: readonly string[];
}

/** Values of the descriptor's fields alone; an empty secret keeps the stored one. */
export function mergeAccount(
  descriptor: AccountDescriptor,
  sent: FormAccount,
  stored: FormAccount,
): FormAccount {
  const own = descriptor.fields.map(({ name, kind }) => {
    const value = sent[name]?.trim();
    const keeps = value === undefined || (kind === "secret" && value === "");
    return [name, keeps ? (stored[name] ?? "") : value];
  });
  const prepared = (descriptor.preparedFields ?? []).map((name) => [name, stored[name] ?? ""]);
  return Object.fromEntries([...own, ...prepared]) as FormAccount;
}

/**
 * Only a super administrator may change addresses to which credentials are sent.
 * @throws AppError request.invalid naming the fields
 */
export function rejectRootFields(
  actor: Pick<Actor, "role">,
  descriptor: AccountDescriptor,
  { before, after }: { before: FormAccount; after: FormAccount },
): void {
  if (actor.role >= roles.root) return;
  const changed = descriptor.rootFields.filter((name) => (before[name] ?? "") !== (after[name] ?? ""));
  reject(changed, { code: "account.root_only", message: "Only a super administrator may change this." });
}

/** @throws AppError request.invalid naming each field that is missing or invalid */
export function rejectIncomplete(descriptor: AccountDescriptor, account: FormAccount): void {
  const shown = descriptor.fields.filter((field) => isShown(field, account));
  const missing = shown.filter(({ name, required }) => required && !account[name]);
  reject(
    missing.map(({ name }) => name),
    { code: "account.incomplete", message: "Enter this before you enable it." },
  );
}

/** @throws AppError request.invalid naming each field with an invalid value */
export function rejectWrongValues(descriptor: AccountDescriptor, account: FormAccount): void {
  const wrong = descriptor.fields.filter((field) => !takes(field, account[field.name] ?? ""));
  reject(
    wrong.map(({ name }) => name),
    { code: "account.wrong_value", message: "This field does not accept this value." },
  );
}

function takes(field: FormField, value: string): boolean {
  if (value === "") return true;
  if (field.kind === "select") return field.options.some((option) => option.value === value);
  if (field.kind === "text" && field.pattern !== undefined)
    return new RegExp(`^(?:${field.pattern})$`).test(value);
  return true;
}

function isShown({ showWhen }: FormField, account: FormAccount): boolean {
  return !showWhen || showWhen.in.some((wanted) => wanted === (account[showWhen.field] ?? ""));
}

function reject(names: string[], problem: { code: string; message: string }): void {
  const fields: FieldProblem[] = names.map((name) => ({ path: `config.${name}`, ...problem }));
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}
