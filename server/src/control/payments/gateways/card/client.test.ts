import { spawnSync } from "node:child_process";
import path from "node:path";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type StripeStandIn, startStripeStandIn } from "../../../../../test/support/stripe-stand-in.ts";
import { NoAnswer } from "../../../call-service.ts";
import type { GatewayAccount } from "../gateway.ts";
import { gateway } from "./index.ts";

const secret = "whsec_of_this_gateway";
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
});
beforeEach(() => stripe.clear());
afterEach(() => vi.restoreAllMocks());
afterAll(() => stripe?.stop());

const account = (changes: GatewayAccount = {}): GatewayAccount => ({
  secret_key: stripe.secretKey,
  endpoint: stripe.url,
  webhook_secret: secret,
  ...changes,
});

const failure = (call: Promise<unknown> | undefined): Promise<unknown> =>
  (call ?? Promise.resolve()).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Everything of an error that a log could print. */
const printed = (error: unknown): string => inspect(error, { depth: 10 });

describe("Stripe's responses", () => {
  const test = (changes: GatewayAccount = {}) => failure(gateway.testAccount(account(changes)));

  it("to a wrong key mean wrong credentials, and the error contains no key", async () => {
    const error = await test({ secret_key: "sk_test_wrong" });
    expect(error).toMatchObject({
      code: "payment.wrong_credentials",
      params: { reason: expect.stringContaining("Invalid API Key") as string },
    });
    expect(printed(error)).not.toContain("sk_test_wrong");
  });

  it.each(["", "sk_test_\n1", "sk test"])("are not requested with the key %j", async (secret_key) => {
    expect(await test({ secret_key })).toMatchObject({ code: "payment.wrong_credentials" });
    expect(stripe.calls).toEqual([]);
  });

  it.each(["ftp://a.test", "https://a.test/path", "https://user:pw@a.test", "a.test"])(
    "are not requested at %j",
    async (endpoint) => expect(await test({ endpoint })).toMatchObject({ code: "payment.wrong_credentials" }),
  );

  it.concurrent.each([
    ["a page of HTML", { status: 200, text: "<html>" }],
    ["an error of the server", { status: 503, json: { error: { message: "down" } } }],
    ["a redirect", { redirect: "https://elsewhere.test/" }],
    ["a huge page", { status: 200, text: "x".repeat(300_000) }],
    ["a closed connection", "cut"],
    ["text", { json: "balance" }],
    ["null", { json: null }],
    ["a list", { json: [] }],
    ["another object", { json: { object: "account" } }],
    ["too many calls", { status: 429, json: { error: { message: "Too many requests" } } }],
  ] as const)("that are %s count as none, and the error contains no key", async (_, fault) => {
    const own = await startStripeStandIn();
    own.faults.push(fault, fault);
    const error = await test({ endpoint: own.url });
    await own.stop();
    expect(error).toBeInstanceOf(NoAnswer);
    expect(printed(error)).not.toContain(own.secretKey);
    expect(own.calls.length).toBeLessThanOrEqual(2);
  });

  it("quote no secret, whatever the address sends", async () => {
    stripe.faults.push({
      status: 400,
      json: { error: { message: `You sent ${stripe.secretKey} and ${secret}` } },
    });
    const error = await test();
    expect(error).toMatchObject({ params: { reason: "You sent [key] and [key]" } });
    expect(printed(error)).not.toContain(stripe.secretKey);
  });

  it("succeed on one retry", async () => {
    stripe.faults.push("cut");
    await gateway.testAccount(account());
    expect(stripe.calls).toHaveLength(2);
  });

  it("have the time limit of every service", async () => {
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 100));
    stripe.faults.push("hang", "hang");
    expect(await test()).toMatchObject({ fault: "timeout" });
  });

  it("to a customer with a wrong key do not mention keys", async () => {
    const order = {
      number: "1",
      amount: 1999,
      currency: "USD",
      title: "Top-up",
      expiresAt: 0,
      email: "",
      notifyUrl: "https://gate.test/api/payment/notify/1",
      returnUrl: "https://gate.test/panel/log",
    };
    const error = await failure(gateway.createPayment(order, account({ secret_key: "sk_test_wrong" })));
    expect(error).toMatchObject({ name: "NoAnswer", status: 401 });
  });

  it("send no telemetry", async () => {
    await gateway.testAccount(account());
    await gateway.testAccount(account());
    for (const { headers } of stripe.calls) {
      expect(headers).not.toHaveProperty("x-stripe-client-telemetry");
      expect(headers["x-stripe-client-user-agent"]).not.toMatch(/platform|telemetry/);
    }
  });
});

it("Stripe's library is not loaded before the first call", () => {
  const registry = path.resolve(import.meta.dirname, "../registry.ts");
  const code = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { gateways } = await import(${JSON.stringify(registry)});
    const before = loaded.filter((url) => url.includes("node_modules/stripe")).length;
    const card = gateways.find(({ descriptor }) => descriptor.id === "stripe");
    const request = { query: new URLSearchParams(), headers: {}, body: Buffer.from("{}") };
    await card.readCallback(request, { webhook_secret: "whsec_1" }, 0);
    const after = loaded.filter((url) => url.includes("node_modules/stripe")).length;
    process.stdout.write(JSON.stringify([loaded.length > 5, before, after > 10]));
  `;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(run.stdout).toBe("[true,0,true]");
});
