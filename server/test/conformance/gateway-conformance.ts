import { describe, expect, it } from "vitest";
import type {
  CallbackRequest,
  GatewayAccount,
  Payment,
  PaymentGateway,
  PaymentOrder,
} from "../../src/control/payments/gateways/gateway.ts";
import { gateways } from "../../src/control/payments/gateways/registry.ts";

/** A gateway test's input. */
export interface GatewayCase {
  gateway: PaymentGateway;
  /** A complete form for the test's stand-in; called inside tests. */
  account(): GatewayAccount;
  /** The gateway's callback about a paid order, signed with this account's key. */
  paid(order: PaymentOrder, account: GatewayAccount): CallbackRequest;
  /** Makes the stand-in report the order as paid. */
  pay(order: PaymentOrder): void;
}

/** Time at which tests read callbacks, in epoch seconds. */
export const callbackTime = 1_790_000_000;

const hostileTexts = ["", "{", "null", "[]", '{"__proto__":{"paid":true}}', "a=b&a=c&__proto__=x", "\u0000"];

/** Tests the guarantees of every payment gateway. */
export function describeGateway(given: GatewayCase): void {
  const { gateway } = given;
  const { descriptor } = gateway;
  const order: PaymentOrder = {
    number: "1234567890",
    amount: 1999,
    currency: descriptor.currencies[0] ?? "",
    title: "Top-up",
    notifyUrl: "https://gate.test/api/payment/notify/1",
    returnUrl: "https://gate.test/panel/log",
    expiresAt: callbackTime + 3600,
    email: "",
  };
  const paid = (account = given.account()) => given.paid(order, account);
  const read = async (request: CallbackRequest) =>
    gateway.readCallback(request, given.account(), callbackTime);
  const expected = {
    orderNumber: order.number,
    gatewayNumber: expect.stringMatching(/./) as string,
    amount: order.amount,
    currency: order.currency,
    status: "paid",
  } satisfies Payment;

  describe(`guarantees of the payment gateway ${descriptor.id}`, () => {
    it("is registered once, under its own id", () => {
      expect(gateways.filter(({ descriptor: { id } }) => id === descriptor.id)).toEqual([gateway]);
    });

    it("describes a form with a secret, in every language", () => expectForm(gateway));

    it("sends the customer to the payment page without revealing a secret", async () => {
      const { checkout } = await gateway.createPayment(order, given.account());
      expect(new URL(checkout.kind === "qr" ? checkout.text : checkout.url).protocol).toMatch(/^[a-z]+:$/);
      for (const secret of secretsOf(gateway, given.account()))
        expect(JSON.stringify(checkout)).not.toContain(secret);
    });

    it("accepts a callback that the gateway signed", async () => {
      expect(await read(paid())).toEqual({ kind: "payment", payment: expected });
    });

    it("never reads a different payment from a modified callback", async () => {
      const changed = changesOf(paid());
      expect(changed.length).toBeGreaterThan(3);
      const results = await Promise.all(changed.map(read));
      for (const result of results) if (result.kind === "payment") expect(result.payment).toEqual(expected);
      expect(results.filter(({ kind }) => kind === "rejected").length).toBeGreaterThan(3);
    });

    it("rejects a callback that another account signed", async () => {
      expect((await read(paid(withOtherSecrets(gateway, given.account())))).kind).toBe("rejected");
    });

    it("rejects other requests than callbacks, and throws nothing", async () => {
      for (const text of hostileTexts) {
        const request = { query: new URLSearchParams(text), headers: {}, body: Buffer.from(text) };
        expect([text, (await read(request)).kind]).toEqual([text, "rejected"]);
      }
    });

    it("responds differently to a booked payment and an unknown one", () => {
      expect(gateway.answerCallback(true)).not.toEqual(gateway.answerCallback(false));
    });

    it.runIf(gateway.query)("finds the order once it is paid, and no unknown order", async () => {
      const { reference } = await gateway.createPayment(order, given.account());
      given.pay(order);
      expect(await gateway.query?.({ number: order.number, reference }, given.account())).toEqual(expected);
      expect(await gateway.query?.({ number: "9999", reference: "" }, given.account())).toBeUndefined();
    });

    it("accepts the credentials of the form", async () => {
      await gateway.testAccount(given.account());
    });
  });
}

function expectForm({ descriptor }: PaymentGateway): void {
  const names = descriptor.fields.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(descriptor.rootFields.filter((name) => !names.includes(name))).toEqual([]);
  expect(descriptor.fields.some(({ kind }) => kind === "secret")).toBe(true);
  expect(descriptor.currencies.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  expect(descriptor.currencies.length).toBeGreaterThan(0);
  expect(Object.values(descriptor.label).filter(Boolean)).toHaveLength(3);
  for (const { label } of descriptor.fields) expect(Object.values(label).filter(Boolean)).toHaveLength(3);
}

function secretsOf(gateway: PaymentGateway, account: GatewayAccount): string[] {
  return secretNames(gateway)
    .map((name) => account[name] ?? "")
    .filter(Boolean);
}

function withOtherSecrets(gateway: PaymentGateway, account: GatewayAccount): GatewayAccount {
  const others = secretNames(gateway).map((name) => [name, `another ${name}`] as const);
  return { ...account, ...Object.fromEntries(others) };
}

/** Fields of the form, and those that `prepareAccount` fills in. */
function secretNames({ descriptor: { fields, preparedFields = [] } }: PaymentGateway): string[] {
  return [...fields.filter(({ kind }) => kind === "secret").map(({ name }) => name), ...preparedFields];
}

/**
 * The callback with each query field changed, removed and repeated, with characters of the body changed, and without
 * each header.
 */
function changesOf(request: CallbackRequest): CallbackRequest[] {
  const names = [...new Set(request.query.keys())];
  const queries = names.flatMap((name) => {
    const changed = new URLSearchParams(request.query);
    changed.set(name, `${changed.get(name) ?? ""}1`);
    const without = new URLSearchParams(request.query);
    without.delete(name);
    const repeated = new URLSearchParams([...request.query, [name, `${request.query.get(name) ?? ""}1`]]);
    return [changed, without, repeated];
  });
  const bodies = Array.from({ length: request.body.length }, (_, at) => {
    const body = Buffer.from(request.body);
    body[at] = (body[at] ?? 0) ^ 1;
    return body;
  });
  const headers = Object.keys(request.headers).map((name) => ({ ...request.headers, [name]: undefined }));
  return [
    ...queries.map((query) => ({ ...request, query })),
    ...bodies.map((body) => ({ ...request, body })),
    ...headers.map((left) => ({ ...request, headers: left })),
  ];
}
