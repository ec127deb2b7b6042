import * as z from "zod";
import { providerIcon } from "./descriptor.ts";
import { defineEndpoint } from "./endpoint.ts";
import { formField } from "./form-field.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";
import { localizedText } from "./localized.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";
import { linkAddress, originAddress } from "./setting-addresses.ts";
import { hasDecimals } from "./top-up.ts";

/** Icons of the console; others are addresses of pictures. */
export const gatewayIcons = ["alipay", "wechat", "card", "bank", "paypal", "usdt", "wallet"] as const;

/** A kind of gateway: the form of its accounts. */
export const gatewayKind = z
  .object({
    type: z.string().describe("Stable name: `epay`, `alipay`, `wxpay`, `stripe`."),
    label: localizedText,
    customer_name: localizedText.describe(
      "Name that a new gateway of the kind begins with; customers see it.",
    ),
    icon: providerIcon,
    standard_icon: z.enum(gatewayIcons).describe("Icon that a new gateway of the kind begins with."),
    currencies: z.array(z.string()).describe("ISO 4217 codes."),
    fields: z.array(formField).describe("Fields of `config`."),
    root_fields: z
      .array(z.string())
      .describe("Fields that only a super administrator may change; shown under Advanced."),
    can_query: z.boolean().describe("The gateway supports order queries."),
    can_refund: z.boolean(),
  })
  .meta({ id: "GatewayKind", description: "A kind of payment gateway, and the form of its accounts." });
export type GatewayKind = z.infer<typeof gatewayKind>;

export const listGatewayKinds = defineEndpoint({
  method: "GET",
  path: "/api/payment/types",
  access: "admin",
  summary: "Kinds of payment gateways",
  data: z.array(gatewayKind),
});

/** One configured gateway. Secrets are never answered: `config` holds an empty text for them, `secrets` their names where one is stored. */
export const gateway = z
  .object({
    id: z.int(),
    uuid: z.string().describe("Names the gateway to customers and in its notify address."),
    type: z.string(),
    name: z.string(),
    icon: z.string().describe("Name of a built-in icon, or the address of a picture."),
    notify_domain: z.string().describe("Scheme and host of callbacks; empty: the server's own address."),
    notify_url: z.string().describe("Where the gateway reports payments."),
    fixed_fee: z.number().describe("Dollars per payment."),
    percent_fee: z.number().describe("Fraction of the discounted amount: 0.05 is 5%."),
    currency: z.string(),
    exchange_rate: z
      .number()
      .describe("Units of the currency per dollar; 0: the setting `PaymentUSDRate` for CNY, 1 for USD."),
    config: z.string().describe("JSON object of the kind's fields, without secrets."),
    secrets: z.array(z.string()).describe("Names of the secret fields that are filled in."),
    sort: z.int().describe("Larger comes first."),
    enable: z.boolean(),
    created_at: z.int().describe("Epoch seconds."),
  })
  .meta({ id: "Gateway", description: "A configured payment gateway." });
export type Gateway = z.infer<typeof gateway>;

const gatewayOrder = ["id", "uuid", "name", "type", "sort", "enable", "created_at"] as const;

export const listGateways = defineEndpoint({
  method: "GET",
  path: "/api/payment/",
  access: "admin",
  summary: "Payment gateways",
  query: listQuery(gatewayOrder, {
    type: z.string().trim().max(30).default(""),
    name: z.string().trim().max(50).default(""),
    uuid: z.string().trim().max(32).default(""),
    currency: z.string().trim().max(3).default(""),
  }),
  data: pageOf(gateway),
});

export const getGateway = defineEndpoint({
  method: "GET",
  path: "/api/payment/:id",
  access: "admin",
  summary: "One payment gateway",
  params: idParams,
  data: gateway,
});

/** The family sends the configuration as JSON text, the console as an object. */
const config = z.preprocess(
  (value) => {
    if (typeof value !== "string") return value;
    try {
      return value.trim() === "" ? {} : (JSON.parse(value) as unknown);
    } catch {
      return value;
    }
  },
  z.record(z.string().max(60), z.string().max(20_000)),
);

/** No address of the API: a page that draws the icon would call it. */
const isPicture = (text: string): boolean =>
  linkAddress.safeParse(text).success && !/^\/+api(\/|$)/i.test(text);

const icon = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((text) => gatewayIcons.includes(text as never) || isPicture(text), {
    params: { code: "gateway.bad_icon" },
    message: "Name a built-in icon, or the address of a picture.",
  });

const decimals = (digits: number) => (value: number) => hasDecimals(value, digits);
const tooFine = (digits: number) => ({
  params: { code: "number.too_many_decimals", digits },
  message: `At most ${digits} decimals.`,
});

const gatewayFields = {
  name: z.string().trim().min(1).max(50),
  icon,
  notify_domain: originAddress.default(""),
  fixed_fee: z.number().min(0).max(10_000).refine(decimals(2), tooFine(2)).default(0),
  percent_fee: z.number().min(0).max(1).refine(decimals(6), tooFine(6)).default(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
  exchange_rate: z.number().min(0).max(1_000_000).refine(decimals(6), tooFine(6)).default(0),
  config: config.default({}).describe("Empty secrets keep what is stored."),
  sort: z.int().min(0).max(1_000_000).default(1),
  enable: z.boolean().default(false).describe("Only with complete credentials."),
};

export const gatewayForm = z
  .object({ type: z.string().min(1).max(30), ...gatewayFields })
  .meta({ id: "GatewayForm" });
export type GatewayForm = z.output<typeof gatewayForm>;

export const createGateway = defineEndpoint({
  method: "POST",
  path: "/api/payment/",
  access: "admin",
  summary: "Add a payment gateway",
  body: familyBody(gatewayForm),
  data: gateway,
});

/** What is left out stays as it is. */
export const gatewayChangeForm = z
  .object({ id: z.int().positive(), ...partialFields(gatewayFields).shape })
  .meta({ id: "GatewayChangeForm" });
export type GatewayChangeForm = z.output<typeof gatewayChangeForm>;

export const updateGateway = defineEndpoint({
  method: "PUT",
  path: "/api/payment/",
  access: "admin",
  summary: "Change a payment gateway",
  body: familyBody(gatewayChangeForm),
  fixed: fixedFields(gateway, gatewayChangeForm, { moving: ["notify_url", "secrets"] }),
  data: gateway,
});

export const deleteGateway = defineEndpoint({
  method: "DELETE",
  path: "/api/payment/:id",
  access: "admin",
  summary: "Delete a payment gateway; late payments of its orders are still booked",
  params: idParams,
  data: z.null(),
});

/** `id`: secrets left empty are those of this gateway. */
export const gatewayTestForm = z
  .object({ id: z.int().positive().optional(), type: z.string().min(1).max(30), config })
  .meta({ id: "GatewayTestForm" });
export type GatewayTestForm = z.output<typeof gatewayTestForm>;

export const testGateway = defineEndpoint({
  method: "POST",
  path: "/api/payment/test",
  access: "admin",
  summary: "Try the credentials of a gateway; changes nothing",
  body: gatewayTestForm,
  rate: "critical",
  data: z.null(),
});
