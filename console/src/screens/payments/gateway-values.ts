import { toNestErrors } from "@hookform/resolvers";
import type { FormField } from "@tollgate/contract/form-field";
import { type Gateway, type GatewayKind, gatewayForm } from "@tollgate/contract/payments";
import { hasDecimals } from "@tollgate/contract/top-up";
import type { FieldError, FieldErrors, Resolver } from "react-hook-form";
import * as z from "zod";
import { formError } from "../../lib/forms/describe-problem";
import { formResolver } from "../../lib/forms/form-resolver";
import { configFields, configTexts } from "../../widgets/descriptor-form/config-fields";
import { descriptorProblems } from "../../widgets/descriptor-form/form-paths";

export type FeeMode = "percent" | "fixed" | "both";

/** What the gateway editor holds; `id` 0 while the gateway does not exist yet. */
export interface GatewayValues {
  id: number;
  type: string;
  name: string;
  icon: string;
  notify_domain: string;
  fee_mode: FeeMode;
  /** Dollars per payment. */
  fixed_fee: number;
  /** Percent: 5 is 5%, which the contract calls 0.05. */
  percent_fee: number;
  currency: string;
  exchange_rate: number;
  config: Record<string, unknown>;
  sort: number;
  enable: boolean;
}

export const newGatewayValues: GatewayValues = {
  id: 0,
  type: "",
  name: "",
  icon: "wallet",
  notify_domain: "",
  fee_mode: "percent",
  fixed_fee: 0,
  percent_fee: 0,
  currency: "",
  exchange_rate: 0,
  config: {},
  sort: 1,
  enable: false,
};

export type Kinds = ReadonlyMap<string, GatewayKind>;

export function valuesOfGateway(gateway: Gateway, kind: GatewayKind | undefined): GatewayValues {
  const { id, type, name, icon, notify_domain, fixed_fee, currency, exchange_rate, sort, enable } = gateway;
  const common = { id, type, name, icon, notify_domain, fixed_fee, currency, exchange_rate, sort, enable };
  const percent_fee = percentOf(gateway.percent_fee);
  return { ...common, percent_fee, fee_mode: modeOf(gateway), config: readConfig(gateway.config, kind) };
}

function modeOf({ fixed_fee, percent_fee }: Gateway): FeeMode {
  if (fixed_fee === 0) return "percent";
  return percent_fee === 0 ? "fixed" : "both";
}

export const storedConfig = (text: string): Record<string, string> =>
  JSON.parse(text) as Record<string, string>;

function readConfig(text: string, kind: GatewayKind | undefined): Record<string, unknown> {
  const stored = storedConfig(text);
  const kinds = new Map(kind?.fields.map((field) => [field.name, field.kind]));
  const entries = Object.entries(stored).map(([name, value]) => {
    if (kinds.get(name) === "switch") return [name, value === "true"];
    if (kinds.get(name) === "number") return [name, value === "" ? Number.NaN : Number(value)];
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** What a new gateway of a kind begins with; what was typed stays. */
export function valuesForKind(values: GatewayValues, kind: GatewayKind, customerName: string): GatewayValues {
  const currency = kind.currencies.includes(values.currency) ? values.currency : (kind.currencies[0] ?? "");
  return {
    ...values,
    type: kind.type,
    name: values.name || customerName,
    icon: kind.standard_icon,
    currency,
    config: {},
  };
}

/** The body of the call; a fee that the mode leaves out is 0. `stored`: fields that the form may not change. */
export function bodyOfGateway(values: GatewayValues, stored: Record<string, string> = {}) {
  const { id: _id, type: _type, fee_mode, fixed_fee, percent_fee, config, ...rest } = values;
  return {
    ...rest,
    fixed_fee: fee_mode === "percent" ? 0 : fixed_fee,
    percent_fee: fee_mode === "fixed" ? 0 : fractionOf(percent_fee),
    config: { ...stored, ...configTexts(config) },
  };
}

/** Rounds binary fractions: 0.07 is 7 and not 7.000000000000001. */
const percentOf = (fraction: number): number => Math.round(fraction * 1e8) / 1e6;
const fractionOf = (percent: number): number => Math.round(percent * 1e6) / 1e8;

const percentForm = z.object({
  percent_fee: z
    .number()
    .min(0)
    .max(100)
    .refine((value) => hasDecimals(value, 4), { params: { code: "number.too_many_decimals", digits: 4 } }),
});

/**
 * The contract's schema of the body, and the fields of the kind: they may stay empty while the gateway is not offered.
 * `secrets` are stored already.
 */
export function gatewayResolver(kinds: Kinds, secrets: readonly string[]): Resolver<GatewayValues> {
  const check = formResolver(gatewayForm) as unknown as Resolver<GatewayValues>;
  const checkPercent = formResolver(percentForm) as unknown as Resolver<GatewayValues>;
  return async (values, context, options) => {
    const sent = { ...bodyOfGateway(values), type: values.type } as unknown as GatewayValues;
    const { errors } = await check(sent, context, options);
    const percent = values.fee_mode === "fixed" ? {} : (await checkPercent(values, context, options)).errors;
    const { percent_fee: _replaced, ...others } = errors as FieldErrors<GatewayValues>;
    const problems = kindProblems(values, kinds.get(values.type), secrets);
    const missing = Object.fromEntries(problems.map((problem) => [problem.path, formError(problem)]));
    const all = {
      ...(toNestErrors(missing as Record<string, FieldError>, options) as FieldErrors<GatewayValues>),
      ...others,
      ...percent,
    };
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
  };
}

/** The fields of the kind that a gateway still needs before it can be offered, as they are shown. */
export function missingFields(gateway: Gateway, kind: GatewayKind | undefined): FormField[] {
  const values = { ...valuesOfGateway(gateway, kind), enable: true };
  const paths = new Set(kindProblems(values, kind, gateway.secrets).map(({ path }) => path));
  return configFields(kind?.fields ?? []).filter(({ name }) => paths.has(name));
}

function kindProblems(values: GatewayValues, kind: GatewayKind | undefined, secrets: readonly string[]) {
  const stored = new Set(secrets.map((name) => `config.${name}`));
  const fields = configFields(kind?.fields ?? []).map((field) =>
    values.enable && !stored.has(field.name) ? field : { ...field, required: false },
  );
  return descriptorProblems(fields, values);
}
