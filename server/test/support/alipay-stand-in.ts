import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { AlipaySdk } from "alipay-sdk";
import type { CallbackRequest, GatewayAccount } from "../../src/control/payments/gateways/gateway.ts";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

/** One call as the gateway parsed it. */
export interface AlipayCall {
  method: string;
  fields: Record<string, string>;
  content: Record<string, string>;
}

interface Trade {
  number: string;
  /** Fen. */
  amount: number;
  /** `QR`: created but not scanned yet; Alipay does not have the trade. */
  status: "QR" | "WAIT_BUYER_PAY" | "TRADE_SUCCESS" | "TRADE_CLOSED";
  notifyUrl: string;
  returnUrl: string;
  /** Fen by the number of the request. */
  refunds: Map<string, number>;
}

/** Overrides of a notification. `time`: epoch seconds. `key`: the signing key, if not Alipay's. */
export interface NotificationChanges {
  fields?: Record<string, string>;
  time?: number;
  key?: KeyObject;
}

/**
 * `unsigned`, `forged`: the correct response without a signature, or with a foreign one. `problem`: a signed failure.
 */
export type AlipayFault = StandInReply | { problem: string } | "unsigned" | "forged";

export interface AlipayStandIn extends StandInServer {
  sellerId: string;
  calls: AlipayCall[];
  /** Faults of the next calls, by method. */
  faults: Map<string, AlipayFault[]>;
  /** A complete form for the app. */
  account(payType?: "facepay" | "pagepay" | "wappay"): GatewayAccount;
  /** The customer scans the code, or opens the page, without paying. */
  scan(number: string): void;
  pay(number: string): void;
  /** The merchant refunds in Alipay's own portal. Fen. */
  refund(number: string, amount: number, requestNumber: string): void;
  trade(number: string): Trade | undefined;
  /** The notification about the order's current state; an order that was not even scanned counts as paid. */
  callbackFor(order: { number: string; amount: number }, changes?: NotificationChanges): CallbackRequest;
  /** Sends that notification to the order's own notify address. */
  notify(number: string): Promise<Response>;
}

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = (key: KeyObject) =>
  key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
const yuan = (fen: number) => (fen / 100).toFixed(2);

/**
 * Alipay's gateway for one app. It verifies each call with Alipay's own library and signs as its documentation
 * specifies.
 */
export async function startAlipayStandIn(): Promise<AlipayStandIn> {
  const app = pair();
  const alipay = pair();
  const appId = "2021000000000001";
  const trades = new Map<string, Trade>();
  // For the library the gateway is the app, and the app is Alipay.
  const verifier = new AlipaySdk({
    appId,
    privateKey: pem(alipay.privateKey),
    keyType: "PKCS8",
    alipayPublicKey: pem(app.publicKey),
  });

  function receive({ method, query, body }: StandInRequest): StandInReply {
    const fields = Object.fromEntries([...query, ...new URLSearchParams(body)]);
    const call: AlipayCall = {
      method: fields["method"] ?? "",
      fields,
      content: JSON.parse(fields["biz_content"] ?? "{}") as Record<string, string>,
    };
    standIn.calls.push(call);
    const fault = standIn.faults.get(call.method)?.shift();
    if (typeof fault === "object" && "problem" in fault)
      return reply(call.method, JSON.stringify(failure("40004", fault.problem)), undefined);
    if (fault !== undefined && fault !== "unsigned" && fault !== "forged") return fault;
    if (fields["app_id"] !== appId)
      return { json: { error_response: failure("40002", "isv.invalid-app-id") } };
    const problem = problemOf(call);
    if (method === "GET" && problem === undefined) return showPage(call);
    const content = JSON.stringify(problem ?? act(call));
    return reply(call.method, content, fault);
  }

  function reply(method: string, content: string, fault: "unsigned" | "forged" | undefined): StandInReply {
    const name = `${method.replaceAll(".", "_")}_response`;
    const signature = rsa2(content, fault === "forged" ? app.privateKey : alipay.privateKey);
    const end = fault === "unsigned" ? "" : `,"sign":"${signature}"`;
    return {
      status: 200,
      headers: { "content-type": "text/html;charset=utf-8" },
      text: `{"${name}":${content}${end}}`,
    };
  }

  function problemOf({ fields }: AlipayCall): object | undefined {
    if (fields["sign_type"] !== "RSA2") return failure("40002", "isv.invalid-signature-type");
    if (!verifier.checkNotifySignV2(fields)) return failure("40002", "isv.invalid-signature");
    const sent = Date.parse(`${fields["timestamp"]?.replace(" ", "T")}+08:00`);
    // Detects a timestamp of another time zone than Beijing's.
    if (!(Math.abs(Date.now() - sent) < 600_000)) return failure("40002", "isv.invalid-timestamp");
    return undefined;
  }

  function act({ method, fields, content }: AlipayCall): object {
    if (method === "alipay.trade.precreate") {
      const { number } = create(fields, content);
      return success({ out_trade_no: number, qr_code: `https://qr.alipay.com/bax${number}` });
    }
    const trade = known(content);
    if (!trade) return failure("40004", "ACQ.TRADE_NOT_EXIST");
    const { number, status } = trade;
    const names = { out_trade_no: number, trade_no: tradeNumber(number) };
    if (method === "alipay.trade.query")
      return success({ ...names, trade_status: status, total_amount: yuan(trade.amount) });
    if (method === "alipay.trade.close") {
      if (status !== "WAIT_BUYER_PAY") return failure("40004", "ACQ.TRADE_STATUS_ERROR");
      trade.status = "TRADE_CLOSED";
      return success(names);
    }
    if (method === "alipay.trade.refund") return refundTrade(trade, content);
    if (method === "alipay.trade.fastpay.refund.query") {
      const refunded = trade.refunds.has(content["out_request_no"] ?? "");
      return success({ ...names, ...(refunded && { refund_status: "REFUND_SUCCESS" }) });
    }
    return failure("40001", "isv.missing-method");
  }

  function create(fields: Record<string, string>, content: Record<string, string>): Trade {
    const number = content["out_trade_no"] ?? "";
    const trade: Trade = {
      number,
      amount: Math.round(Number(content["total_amount"]) * 100),
      status: "QR",
      notifyUrl: fields["notify_url"] ?? "",
      returnUrl: fields["return_url"] ?? "",
      refunds: new Map(),
    };
    trades.set(number, trade);
    return trade;
  }

  function known(content: Record<string, string>): Trade | undefined {
    const wanted = content["out_trade_no"] ?? content["trade_no"]?.replace(tradeNumber(""), "") ?? "";
    const trade = trades.get(wanted);
    return trade?.status === "QR" ? undefined : trade;
  }

  function refundTrade(trade: Trade, content: Record<string, string>): object {
    const request = content["out_request_no"] ?? "";
    const again = trade.refunds.has(request);
    const amount = Math.round(Number(content["refund_amount"]) * 100);
    const rest = trade.amount - refundedOf(trade);
    if (!again && trade.status !== "TRADE_SUCCESS") return failure("40004", "ACQ.TRADE_STATUS_ERROR");
    if (!again && amount > rest) return failure("40004", "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL");
    if (!again) standIn.refund(trade.number, amount, request);
    return success({
      out_trade_no: trade.number,
      trade_no: tradeNumber(trade.number),
      fund_change: again ? "N" : "Y",
      refund_fee: yuan(refundedOf(trade)),
    });
  }

  /** The page on which a customer pays. */
  function showPage({ method, fields, content }: AlipayCall): StandInReply {
    if (!/^alipay\.trade\.(?:page|wap)\.pay$/.test(method)) return { status: 400, text: "unknown method" };
    const { number, amount } = create(fields, content);
    standIn.scan(number);
    const text = `<!doctype html><title>Alipay</title><h1>¥${yuan(amount)}</h1><a href="/pay?number=${number}">Pay</a>`;
    return { status: 200, text };
  }

  const standIn: AlipayStandIn = {
    ...(await startStandInServer(async (request) => {
      if (request.path !== "/pay") return receive(request);
      const number = request.query.get("number") ?? "";
      standIn.pay(number);
      await standIn.notify(number);
      return { redirect: trades.get(number)?.returnUrl ?? "/" };
    })),
    sellerId: "2088000000000001",
    calls: [],
    faults: new Map(),
    account: (payType = "facepay") => ({
      app_id: appId,
      private_key: pem(app.privateKey),
      public_key: pem(alipay.publicKey),
      pay_type: payType,
      seller_id: standIn.sellerId,
      endpoint: `${standIn.url}/gateway.do`,
    }),
    scan: (number) => setStatus(trades, number, "WAIT_BUYER_PAY"),
    pay: (number) => setStatus(trades, number, "TRADE_SUCCESS"),
    refund(number, amount, requestNumber) {
      const trade = trades.get(number);
      trade?.refunds.set(requestNumber, amount);
      if (trade && refundedOf(trade) === trade.amount) trade.status = "TRADE_CLOSED";
    },
    trade: (number) => trades.get(number),
    callbackFor(order, { fields, time = Math.floor(Date.now() / 1000), key = alipay.privateKey } = {}) {
      const { status = "QR", refunds } = trades.get(order.number) ?? {};
      const refund = [...(refunds ?? [])].at(-1);
      const said: Record<string, string> = {
        notify_time: beijing(time),
        notify_type: "trade_status_sync",
        notify_id: `id-${order.number}`,
        charset: "utf-8",
        version: "1.0",
        app_id: appId,
        auth_app_id: appId,
        seller_id: standIn.sellerId,
        out_trade_no: order.number,
        trade_no: tradeNumber(order.number),
        trade_status: status === "QR" ? "TRADE_SUCCESS" : status,
        total_amount: yuan(order.amount),
        subject: "充值 Top-up",
        gmt_create: beijing(time),
        fund_bill_list: '[{"amount":"0.01","fundChannel":"ALIPAYACCOUNT"}]',
        ...(refund && {
          gmt_refund: `${beijing(time)}.123`,
          out_biz_no: refund[0],
          refund_fee: yuan([...(refunds?.values() ?? [])].reduce((sum, one) => sum + one, 0)),
        }),
        ...fields,
      };
      return formOf({ ...said, sign_type: "RSA2", sign: rsa2(signedText(said), key) });
    },
    notify(number) {
      const trade = trades.get(number);
      if (!trade) throw new Error(`no such trade: ${number}`);
      const { body, headers } = standIn.callbackFor(trade);
      return fetch(trade.notifyUrl, {
        method: "POST",
        body: new Uint8Array(body),
        headers: headers as Record<string, string>,
      });
    },
  };
  return standIn;
}

/** A form as Alipay posts it, signed or unsigned. */
export function formOf(fields: Record<string, string>): CallbackRequest {
  return {
    query: new URLSearchParams(),
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  };
}

/** All fields sorted by name, unescaped, without `sign` and `sign_type`. */
function signedText(fields: Record<string, string>): string {
  return Object.keys(fields)
    .filter((name) => name !== "sign" && name !== "sign_type")
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join("&");
}

function rsa2(text: string, key: KeyObject): string {
  return createSign("RSA-SHA256").update(text).sign(key, "base64");
}

function tradeNumber(number: string): string {
  return `20261123220014${number}`;
}

function setStatus(trades: Map<string, Trade>, number: string, status: Trade["status"]): void {
  const trade = trades.get(number);
  if (!trade) throw new Error(`no such trade: ${number}`);
  trade.status = status;
}

function refundedOf({ refunds }: Trade): number {
  return [...refunds.values()].reduce((sum, amount) => sum + amount, 0);
}

function beijing(seconds: number): string {
  return new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 19).replace("T", " ");
}

const success = (content: object) => ({ code: "10000", msg: "Success", ...content });
const failure = (code: string, problem: string) => ({
  code,
  msg: "Business Failed",
  sub_code: problem,
  sub_msg: "交易失败",
});
