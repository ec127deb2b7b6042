import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callbackTime } from "../../../../../test/conformance/gateway-conformance.ts";
import {
  startWeChatPayStandIn,
  type WeChatFault,
  type WeChatPayStandIn,
} from "../../../../../test/support/wechat-pay-stand-in.ts";
import type { CallbackRequest, GatewayAccount } from "../gateway.ts";
import { gateway } from "./index.ts";

let standIn: WeChatPayStandIn;
let other: WeChatPayStandIn;
beforeAll(async () => {
  [standIn, other] = await Promise.all([startWeChatPayStandIn(), startWeChatPayStandIn()]);
});
beforeEach(() => {
  standIn.faults.clear();
  standIn.calls.length = 0;
});
afterAll(() => Promise.all([standIn?.stop(), other?.stop()]));

const order = { number: "830000", amount: 1999 };
const signed = (given = {}) => standIn.callbackFor(order, { time: callbackTime, ...given });
const read = async (request: CallbackRequest, given: GatewayAccount, now = callbackTime) =>
  gateway.readCallback(request, given, now);
const rejected = (reason: string) => ({ kind: "rejected", reason });
const downloads = () => standIn.calls.filter(({ endpoint }) => endpoint === "certificates").length;

let count = 0;
/** An account of which no certificate was ever loaded. */
const freshAccount = (merchant = standIn) => ({ ...merchant.account(), note: `fresh ${(count += 1)}` });

it("certificates are downloaded once for notifications that come together, and kept", async () => {
  const given = freshAccount();
  const results = await Promise.all([1, 2, 3, 4].map(() => read(signed(), given)));
  expect(results.map(({ kind }) => kind)).toEqual(["payment", "payment", "payment", "payment"]);
  await read(signed(), given);
  expect(downloads()).toBe(1);
});

it("certificates are downloaded again when WeChat Pay signs with a new one, and the old one works until it is retired", async () => {
  const given = freshAccount();
  const old = signed();
  await read(old, given);
  standIn.rollOver();
  const late = callbackTime + 181;
  expect(await read(signed({ time: late }), given, late)).toMatchObject({ kind: "payment" });
  expect(await read(old, given, late)).toMatchObject({ kind: "payment" });
  standIn.retire();
  const later = late + 12 * 3600;
  expect(await read(signed({ time: later }), given, later)).toMatchObject({ kind: "payment" });
  expect(await read(old, given, late)).toEqual(rejected("unknown certificate"));
});

it("certificates are not downloaded for each invented serial number", async () => {
  const given = freshAccount();
  const flood = Array.from({ length: 50 }, (_, at) => signed({ serial: `F00D${1000 + at}` }));
  const results = await Promise.all(flood.map((request) => read(request, given)));
  for (const request of flood) results.push(await read(request, given, callbackTime + 179));
  expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
    new Set([JSON.stringify(rejected("unknown certificate"))]),
  );
  expect(downloads()).toBe(1);
  expect(await read(signed(), given)).toMatchObject({ kind: "payment" });
});

it("certificates that cannot be downloaded leave the notification for a retry, without an immediate second download", async () => {
  const given = freshAccount();
  standIn.faults.set("certificates", ["cut"]);
  await expect(read(signed(), given)).rejects.toMatchObject({ name: "NoAnswer" });
  await expect(read(signed(), given)).rejects.toMatchObject({ name: "NoAnswer" });
  expect(downloads()).toBe(1);
  const late = callbackTime + 181;
  expect(await read(signed({ time: late }), given, late)).toMatchObject({ kind: "payment" });
});

it("certificates that are expired verify nothing", async () => {
  other.rollOver(new Date((callbackTime - 1) * 1000));
  other.retire();
  const request = other.callbackFor(order, { time: callbackTime });
  expect(await read(request, freshAccount(other))).toEqual(rejected("unknown certificate"));
});

it.each<[string, WeChatFault]>([
  ["unsigned", "unsigned"],
  ["signed with another key", "forged"],
  ["HTML", { status: 200, text: "<html>" }],
  ["huge", { status: 200, text: `"${"x".repeat(300_000)}"` }],
  ["another JSON", { json: { data: {} } }],
  ["a rejection", { status: 401, json: { code: "SIGN_ERROR" } }],
])("certificates are not accepted from a list that is %s", async (_, fault) => {
  standIn.faults.set("certificates", [fault]);
  await expect(read(signed(), freshAccount())).rejects.toMatchObject({ name: "NoAnswer" });
});

it("certificates belong to one account", async () => {
  other.rollOver();
  const request = other.callbackFor(order, { time: callbackTime });
  expect(await read(request, freshAccount(other))).toMatchObject({ kind: "payment" });
  expect(await read(request, freshAccount())).toEqual(rejected("unknown certificate"));
});
