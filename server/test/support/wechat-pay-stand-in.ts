import {
  createCipheriv,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import type { CallbackRequest, GatewayAccount } from "../../src/control/payments/gateways/gateway.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

/** Called endpoint: the key of `calls` and `faults`. */
export type WeChatEndpoint = "certificates" | "create" | "query" | "close" | "refund";

export interface WeChatCallSeen {
  endpoint: WeChatEndpoint;
  headers: StandInRequest["headers"];
  body: Record<string, unknown>;
}

interface WeChatOrder {
  number: string;
  /** Fen. */
  amount: number;
  state: "NOTPAY" | "SUCCESS" | "REFUND" | "CLOSED";
  notifyUrl: string;
  /** Fen by the number of the request. */
  refunds: Map<string, number>;
}

/**
 * Overrides of a notification. `time`: epoch seconds. `key`, `serial`, `apiV3Key`: for signing and encryption, if not
 * WeChat Pay's.
 */
export interface NoticeChanges {
  event?: string;
  content?: Record<string, unknown>;
  time?: number;
  key?: KeyObject;
  serial?: string;
  apiV3Key?: string;
}

/**
 * `unsigned`, `forged`: the correct response without a signature, or with a foreign one. `problem`: a signed failure.
 */
export type WeChatFault = StandInReply | { status: number; problem: string } | "unsigned" | "forged";

export interface WeChatPayStandIn extends StandInServer {
  calls: WeChatCallSeen[];
  /** Faults of the next calls. */
  faults: Map<WeChatEndpoint, WeChatFault[]>;
  /** A complete form; with `publicKey` in the newer mode, without platform certificates. */
  account(mode?: "certificates" | "publicKey"): GatewayAccount;
  /** The serial number of the current signing key. */
  serial: string;
  publicKeyId: string;
  /** A new certificate signs from now on; the old one stays in the list. */
  rollOver(notAfter?: Date): void;
  /** Removes all but the newest certificate from the list. */
  retire(): void;
  pay(number: string): void;
  order(number: string): WeChatOrder | undefined;
  /** The notification that an order is paid. */
  callbackFor(order: { number: string; amount: number }, changes?: NoticeChanges): CallbackRequest;
  /** The notification about a partial refund of an order. Fen. */
  refundCallbackFor(
    order: { number: string; amount: number },
    refund: { request: string; amount: number },
    changes?: NoticeChanges,
  ): CallbackRequest;
  /** Sends the notification of the payment to the order's own notify URL. */
  notify(number: string): Promise<Response>;
}

interface Certificate {
  serial: string;
  text: string;
  key: KeyObject;
}

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const apiV3Key = "0123456789abcdefghijklmnopqrstuv";
const appId = "wx0123456789abcdef";
const mchId = "1900000001";
const merchantSerial = "1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C";
const publicKeyId = "PUB_KEY_ID_0119000000012024101100397200000006";

/** WeChat Pay's API v3 for one merchant: it verifies each call, and signs responses and notifications as documented. */
export async function startWeChatPayStandIn(): Promise<WeChatPayStandIn> {
  const merchant = pair();
  const publicKeyPair = pair();
  const stranger = pair();
  const orders = new Map<string, WeChatOrder>();
  let certificates: Certificate[] = [];

  function receive(request: StandInRequest): StandInReply {
    const endpoint = endpointOf(request);
    if (endpoint === undefined) return { status: 404, json: { code: "RESOURCE_NOT_EXISTS", message: "" } };
    const body = JSON.parse(request.body || "{}") as Record<string, unknown>;
    standIn.calls.push({ endpoint, headers: request.headers, body });
    const fault = standIn.faults.get(endpoint)?.shift();
    if (typeof fault === "object" && "problem" in fault)
      return signed(request, fault.status, { code: fault.problem, message: "失败" });
    if (fault !== undefined && fault !== "unsigned" && fault !== "forged") return fault;
    if (!request.headers["user-agent"] || request.headers.accept !== "application/json")
      return { status: 400, json: { code: "INVALID_REQUEST", message: "Http头缺少Accept或User-Agent" } };
    if (!isAuthorized(request))
      return { status: 401, json: { code: "SIGN_ERROR", message: "签名信息错误，验签失败" } };
    const { http = 200, ...answer } = act(endpoint, request.path, body);
    return signed(request, http, answer, fault);
  }

  function isAuthorized({ method, path, query, headers, body }: StandInRequest): boolean {
    const [scheme, values = ""] = (headers.authorization ?? "").split(" ");
    const field = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(values)?.[1] ?? "";
    const target = path + (query.size === 0 ? "" : `?${query.toString()}`);
    const time = Number(field("timestamp"));
    const text = `${method}\n${target}\n${time}\n${field("nonce_str")}\n${body}\n`;
    return (
      scheme === "WECHATPAY2-SHA256-RSA2048" &&
      field("mchid") === mchId &&
      field("serial_no") === merchantSerial &&
      Math.abs(Date.now() / 1000 - time) < 300 &&
      createVerify("RSA-SHA256").update(text).verify(merchant.publicKey, field("signature"), "base64")
    );
  }

  /** Signs with the public key's pair if the caller requests it, else with the newest certificate. */
  function signed(
    { headers }: StandInRequest,
    status: number,
    answer: object,
    fault?: "unsigned" | "forged",
  ): StandInReply {
    const text = status === 204 ? "" : JSON.stringify(answer);
    const type = { "content-type": "application/json; charset=utf-8" };
    if (fault === "unsigned") return { status, text, headers: type };
    const byKey = headers["wechatpay-serial"] === publicKeyId;
    const signer = byKey ? { serial: publicKeyId, key: publicKeyPair.privateKey } : newest();
    const key = fault === "forged" ? stranger.privateKey : signer.key;
    return { status, text, headers: { ...type, ...signature(text, key, signer.serial, now()) } };
  }

  function act(endpoint: WeChatEndpoint, path: string, body: Record<string, unknown>): Answer {
    if (endpoint === "certificates") return listCertificates();
    if (endpoint === "create") return create(body);
    if (endpoint === "refund") return refundOrder(body);
    const order = orders.get(path.split("/")[5] ?? "");
    if (!order) return { http: 404, code: "ORDER_NOT_EXIST", message: "订单不存在" };
    if (endpoint === "query") return transactionOf(order);
    if (order.state === "CLOSED") return { http: 400, code: "ORDER_CLOSED", message: "订单已关闭" };
    if (order.state !== "NOTPAY") return { http: 400, code: "ORDERPAID", message: "该订单已支付" };
    order.state = "CLOSED";
    return { http: 204 };
  }

  function listCertificates(): Answer {
    return {
      data: certificates.map(({ serial, text }) => ({
        serial_no: serial,
        effective_time: "2020-01-01T08:00:00+08:00",
        encrypt_certificate: encrypt(text, "certificate", apiV3Key),
      })),
    };
  }

  function create(body: Record<string, unknown>): Answer {
    const { appid, mchid, out_trade_no: number, amount, notify_url: notifyUrl, description } = body;
    const total = (amount as { total?: unknown } | undefined)?.total;
    if (appid !== appId || mchid !== mchId)
      return { http: 400, code: "APPID_MCHID_NOT_MATCH", message: "AppID和mch_id不匹配" };
    const complete =
      typeof number === "string" &&
      /^[\w|*-]{6,32}$/.test(number) &&
      typeof description === "string" &&
      Buffer.byteLength(description) <= 127 &&
      typeof notifyUrl === "string" &&
      Number.isInteger(total);
    if (!complete) return { http: 400, code: "PARAM_ERROR", message: "参数错误" };
    orders.set(number, { number, amount: total as number, state: "NOTPAY", notifyUrl, refunds: new Map() });
    return { code_url: `weixin://wxpay/bizpayurl?pr=${number}` };
  }

  function refundOrder(body: Record<string, unknown>): Answer {
    const order = orders.get(String(body["transaction_id"]).replace(transactionId(""), ""));
    const { refund, total } = body["amount"] as { refund: number; total: number };
    const request = String(body["out_refund_no"]);
    if (!order) return { http: 404, code: "RESOURCE_NOT_EXISTS", message: "订单不存在" };
    const rest = order.amount - [...order.refunds.values()].reduce((sum, one) => sum + one, 0);
    if (!order.refunds.has(request) && (refund > rest || total !== order.amount))
      return { http: 400, code: "INVALID_REQUEST", message: "订单金额或退款金额与之前请求不一致" };
    order.refunds.set(request, refund);
    order.state = "REFUND";
    return { refund_id: refundId(order.number, request), status: "PROCESSING", out_refund_no: request };
  }

  function notice(
    changes: NoticeChanges & { event: string; content: Record<string, unknown> },
  ): CallbackRequest {
    const { time = now(), event, content, key = newest().key, serial = newest().serial } = changes;
    const plain = JSON.stringify(content);
    const body = JSON.stringify({
      id: "EV-2018022511223320873",
      create_time: new Date(time * 1000).toISOString(),
      resource_type: "encrypt-resource",
      event_type: event,
      summary: "通知",
      resource: {
        original_type: "transaction",
        ...encrypt(plain, "transaction", changes.apiV3Key ?? apiV3Key),
      },
    });
    const headers = { "content-type": "application/json", ...lowerCase(signature(body, key, serial, time)) };
    return { query: new URLSearchParams(), headers, body: Buffer.from(body) };
  }

  const newest = () => certificates.at(-1) as Certificate;

  const standIn: WeChatPayStandIn = {
    ...(await startStandInServer(receive)),
    calls: [],
    faults: new Map(),
    serial: "",
    publicKeyId,
    account: (mode = "certificates") => ({
      app_id: appId,
      mch_id: mchId,
      mch_certificate_serial_number: merchantSerial,
      mch_apiv3_key: apiV3Key,
      mch_private_key: merchant.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      ...(mode === "publicKey" && {
        wechat_public_key_id: publicKeyId,
        wechat_public_key: publicKeyPair.publicKey.export({ format: "pem", type: "spki" }).toString(),
      }),
      endpoint: standIn.url,
    }),
    rollOver(notAfter = new Date("2040-01-01T00:00:00Z")) {
      const keys = pair();
      standIn.serial = randomBytes(20).toString("hex").toUpperCase();
      const text = selfSignedCertificate(keys, { serial: standIn.serial, notAfter });
      certificates.push({ serial: standIn.serial, text, key: keys.privateKey });
    },
    retire: () => (certificates = certificates.slice(-1)),
    pay(number) {
      const order = orders.get(number);
      if (!order) throw new Error(`no such order: ${number}`);
      order.state = "SUCCESS";
    },
    order: (number) => orders.get(number),
    callbackFor: ({ number, amount }, { content, ...changes } = {}) =>
      notice({
        event: "TRANSACTION.SUCCESS",
        ...changes,
        content: { ...transactionOf({ number, amount, state: "SUCCESS" }), ...content },
      }),
    refundCallbackFor: ({ number, amount }, refund, { content, ...changes } = {}) =>
      notice({
        event: "REFUND.SUCCESS",
        ...changes,
        content: {
          mchid: mchId,
          out_trade_no: number,
          transaction_id: transactionId(number),
          out_refund_no: refund.request,
          refund_id: refundId(number, refund.request),
          refund_status: "SUCCESS",
          amount: { total: amount, refund: refund.amount, payer_total: amount, payer_refund: refund.amount },
          ...content,
        },
      }),
    notify(number) {
      const order = orders.get(number);
      if (!order) throw new Error(`no such order: ${number}`);
      const { headers, body } = standIn.callbackFor(order);
      return fetch(order.notifyUrl, {
        method: "POST",
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
      });
    },
  };
  standIn.rollOver();
  return standIn;
}

/** The body, and the status if it is not 200. */
type Answer = { http?: number } & Record<string, unknown>;

function endpointOf({ method, path }: StandInRequest): WeChatEndpoint | undefined {
  const called = `${method} ${path}`;
  if (called === "GET /v3/certificates") return "certificates";
  if (called === "POST /v3/pay/transactions/native") return "create";
  if (called === "POST /v3/refund/domestic/refunds") return "refund";
  if (/^GET \/v3\/pay\/transactions\/out-trade-no\/[\w|*-]+$/.test(called)) return "query";
  return /^POST \/v3\/pay\/transactions\/out-trade-no\/[\w|*-]+\/close$/.test(called) ? "close" : undefined;
}

/** An order as in a query and a notification. */
function transactionOf({ number, amount, state }: Pick<WeChatOrder, "number" | "amount" | "state">): Answer {
  const paid = state === "SUCCESS" || state === "REFUND";
  return {
    appid: appId,
    mchid: mchId,
    out_trade_no: number,
    trade_state: state,
    trade_state_desc: "",
    ...(paid && {
      transaction_id: transactionId(number),
      trade_type: "NATIVE",
      success_time: "2026-01-31T08:00:00+08:00",
      payer: { openid: "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o" },
      amount: { total: amount, payer_total: amount, currency: "CNY", payer_currency: "CNY" },
    }),
  };
}

/** AES-256-GCM, the tag after the text, in base64. */
function encrypt(text: string, associated_data: string, key: string): object {
  const nonce = randomBytes(6).toString("hex");
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(associated_data));
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: "AEAD_AES_256_GCM", ciphertext: bytes.toString("base64"), nonce, associated_data };
}

function signature(body: string, key: KeyObject, serial: string, time: number): Record<string, string> {
  const nonce = randomBytes(16).toString("hex");
  const bytes = sign("RSA-SHA256", Buffer.from(`${time}\n${nonce}\n${body}\n`), key);
  return {
    "Wechatpay-Timestamp": String(time),
    "Wechatpay-Nonce": nonce,
    "Wechatpay-Signature": bytes.toString("base64"),
    "Wechatpay-Signature-Type": "WECHATPAY2-SHA256-RSA2048",
    "Wechatpay-Serial": serial,
  };
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const now = () => Math.floor(Date.now() / 1000);
const transactionId = (number: string) => `42000000002026${number}`;
const refundId = (number: string, request: string) => `5030${number}${request.replace(/\W/g, "")}`;
