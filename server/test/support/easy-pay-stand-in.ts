import { createHash } from "node:crypto";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

/** An order as an easy-pay site stores it. */
interface SiteOrder {
  trade_no: string;
  out_trade_no: string;
  type: string;
  name: string;
  money: string;
  status: 0 | 1 | 2;
  notify_url: string;
  return_url: string;
}

export interface EasyPayStandIn extends StandInServer {
  partnerId: string;
  key: string;
  /** Every call, oldest first; `act` of `api.php`, with the fields of query and body. */
  calls: { method: string; path: string; fields: Record<string, string> }[];
  orders: Map<string, SiteOrder>;
  /** The next responses of `api.php`, each used once: `"hang"`, an error, a page of HTML. */
  faults: StandInReply[];
  /** Clears all state. */
  clear(): void;
  /** Response of `act=query`: false once the site has disabled the merchant. */
  active: boolean;
  /** Marks an order as paid. @param money of an order that no customer opened at the site */
  pay(orderNumber: string, money?: string): void;
  /** The query of the callback about a paid order; `changes` are applied before signing. */
  callbackFor(
    orderNumber: string,
    given?: { key?: string; changes?: Record<string, string> },
  ): URLSearchParams;
  /** Sends that callback to the order's notify URL. Returns the response text. */
  notify(orderNumber: string): Promise<string>;
}

/** A merchant of an easy-pay site: its cashier page with a pay button, and its API. */
export async function startEasyPayStandIn(): Promise<EasyPayStandIn> {
  const standIn: EasyPayStandIn = {
    ...(await startStandInServer((request) => answer(standIn, request))),
    partnerId: "1001",
    key: "89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i",
    calls: [],
    orders: new Map(),
    faults: [],
    active: true,
    clear() {
      standIn.calls.length = 0;
      standIn.faults.length = 0;
      standIn.orders.clear();
      standIn.active = true;
    },
    pay(orderNumber, money = "1.00") {
      const order =
        standIn.orders.get(orderNumber) ?? addOrder(standIn, { out_trade_no: orderNumber, money });
      order.status = 1;
    },
    callbackFor(orderNumber, { key = standIn.key, changes = {} } = {}) {
      const order = standIn.orders.get(orderNumber);
      if (!order) throw new Error(`no order ${orderNumber}`);
      const { trade_no, out_trade_no, type, name, money } = order;
      const fields = {
        pid: standIn.partnerId,
        trade_no,
        out_trade_no,
        type,
        name,
        money,
        trade_status: "TRADE_SUCCESS",
        param: "",
        ...changes,
      };
      return new URLSearchParams({ ...fields, sign: signatureOf(fields, key), sign_type: "MD5" });
    },
    async notify(orderNumber) {
      const url = new URL(standIn.orders.get(orderNumber)?.notify_url ?? "");
      for (const [name, value] of standIn.callbackFor(orderNumber)) url.searchParams.append(name, value);
      return (await fetch(url)).text();
    },
  };
  return standIn;
}

async function answer(standIn: EasyPayStandIn, request: StandInRequest): Promise<StandInReply> {
  const { method, path, query, body } = request;
  const fields = { ...Object.fromEntries(query), ...Object.fromEntries(new URLSearchParams(body)) };
  standIn.calls.push({ method, path, fields });
  if (path === "/submit.php") return submit(standIn, fields);
  if (path === "/cashier") return payAtCashier(standIn, fields["order"] ?? "");
  if (path === "/api.php") return standIn.faults.shift() ?? answerApi(standIn, fields);
  return { status: 404, text: "<html>404 Not Found</html>" };
}

/** Shows the cashier page of a signed order. */
function submit(standIn: EasyPayStandIn, fields: Record<string, string>): StandInReply {
  if (fields["pid"] !== standIn.partnerId) return { status: 200, text: page("商户不存在") };
  if (fields["sign"] !== signatureOf(fields, standIn.key)) return { status: 200, text: page("签名校验失败") };
  const number = fields["out_trade_no"] ?? "";
  if (!standIn.orders.has(number)) addOrder(standIn, fields);
  const form = `<form method="post" action="/cashier?order=${number}"><button>Pay ¥${fields["money"]}</button></form>`;
  return { status: 200, text: page(form) };
}

/** The customer pays: the site reports it, then sends the browser back. */
async function payAtCashier(standIn: EasyPayStandIn, number: string): Promise<StandInReply> {
  const order = standIn.orders.get(number);
  if (!order) return { status: 404, text: page("订单号不存在") };
  standIn.pay(number);
  await standIn.notify(number).catch(() => "");
  const back = new URL(order.return_url);
  for (const [name, value] of standIn.callbackFor(number)) back.searchParams.append(name, value);
  return { redirect: back.href };
}

function answerApi(standIn: EasyPayStandIn, fields: Record<string, string>): StandInReply {
  if (fields["pid"] !== standIn.partnerId) return { json: { code: -3, msg: "商户ID不存在" } };
  if (fields["key"] !== standIn.key) return { json: { code: -3, msg: "商户密钥错误" } };
  const { partnerId: pid, key } = standIn;
  if (fields["act"] === "query")
    return { json: { code: 1, pid: Number(pid), key, active: standIn.active ? 1 : 0, money: "0.00" } };
  const order = standIn.orders.get(fields["out_trade_no"] ?? "");
  if (!order) return { json: { code: -1, msg: "订单号不存在" } };
  if (fields["act"] === "order") {
    const { notify_url: _notify, return_url: _return, ...fields } = order;
    return { json: { code: 1, msg: "查询订单号成功！", pid: Number(pid), ...fields } };
  }
  if (fields["act"] !== "refund") return { json: { code: -5, msg: "No Act!" } };
  if (order.status === 2) return { json: { code: -1, msg: "该订单已全额退款" } };
  if (order.status === 0) return { json: { code: -1, msg: "订单未支付" } };
  if (fields["money"] !== order.money) return { json: { code: -1, msg: "退款金额错误" } };
  order.status = 2;
  return { json: { code: 1, msg: "退款成功！退款金额¥" } };
}

function addOrder(standIn: EasyPayStandIn, fields: Record<string, string>): SiteOrder {
  const order: SiteOrder = {
    trade_no: `2026112311${String(standIn.orders.size + 1).padStart(9, "0")}`,
    out_trade_no: fields["out_trade_no"] ?? "",
    type: fields["type"] ?? "alipay",
    name: fields["name"] ?? "",
    money: fields["money"] ?? "",
    status: 0,
    notify_url: fields["notify_url"] ?? "",
    return_url: fields["return_url"] ?? "",
  };
  standIn.orders.set(order.out_trade_no, order);
  return order;
}

/** Implemented independently of the gateway, so that the same mistake cannot be in both. */
function signatureOf(fields: Record<string, string>, key: string): string {
  const pairs = Object.entries(fields)
    .filter(([name, value]) => value !== "" && name !== "sign" && name !== "sign_type")
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = pairs.map((pair) => pair.join("=")).join("&");
  return createHash("md5").update(`${text}${key}`, "utf8").digest("hex");
}

function page(content: string): string {
  return `<!doctype html><meta charset="utf-8"><title>收银台</title>${content}`;
}
