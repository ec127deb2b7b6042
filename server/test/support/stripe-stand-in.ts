import { randomBytes } from "node:crypto";
import { Stripe } from "stripe";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

type Fields = Record<string, string>;

export interface StripeSession {
  id: string;
  object: "checkout.session";
  mode: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  client_reference_id: string | null;
  metadata: Fields;
  amount_total: number;
  currency: string;
  customer_email: string | null;
  expires_at: number;
  payment_intent: string | null;
  success_url: string;
  url: string;
}

export interface StripeRefund {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  payment_intent: string;
  status: string;
  metadata: Fields;
}

export interface StripeEndpoint {
  id: string;
  object: "webhook_endpoint";
  url: string;
  enabled_events: string[];
  api_version: string | null;
  status: string;
  secret: string;
}

/** A webhook call as it arrives. */
export interface StripeWebhook {
  headers: { "stripe-signature": string; "content-type": string };
  body: Buffer;
}

export interface StripeStandIn extends StandInServer {
  secretKey: string;
  /** Every call of the API, oldest first, with the fields of the body: `line_items[0][quantity]`. */
  calls: { method: string; path: string; headers: StandInRequest["headers"]; fields: Fields }[];
  sessions: StripeSession[];
  refunds: StripeRefund[];
  endpoints: StripeEndpoint[];
  /** First responses by idempotency key; Stripe forgets them after a day. */
  idempotent: Map<string, { request: string; reply: StandInReply }>;
  /** The next responses of the API, each used once: `"hang"`, an error, a page of HTML. */
  faults: StandInReply[];
  /** Clears all state. */
  clear(): void;
  session(orderNumber: string): StripeSession;
  /** The customer pays. Async methods complete first (`"unpaid"`) and are paid later. */
  pay(orderNumber: string, paymentStatus?: StripeSession["payment_status"]): StripeSession;
  /** A refund from Stripe's dashboard, or a dispute. Returns the event's object. */
  refund(orderNumber: string, amount: number): StripeRefund;
  dispute(orderNumber: string, amount: number): object;
  /** An event as Stripe signs it. @param given.at epoch seconds */
  callbackFor(type: string, object: object, given: { secret: string; at: number }): StripeWebhook;
  /** Sends an event to the subscribed endpoints. Returns the statuses of their responses. */
  deliver(type: string, object: object): Promise<number[]>;
}

/** A Stripe account: the part of its API that the gateway calls, its page for customers, and its webhooks. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const standIn: StripeStandIn = {
    ...(await startStandInServer((request) => answer(standIn, request))),
    secretKey: "sk_test_51StandInOfTheGateway",
    calls: [],
    sessions: [],
    refunds: [],
    endpoints: [],
    idempotent: new Map(),
    faults: [],
    clear() {
      for (const list of [
        standIn.calls,
        standIn.sessions,
        standIn.refunds,
        standIn.endpoints,
        standIn.faults,
      ])
        list.length = 0;
      standIn.idempotent.clear();
    },
    session(orderNumber) {
      const session = standIn.sessions.find((one) => one.client_reference_id === orderNumber);
      if (!session) throw new Error(`no session of order ${orderNumber}`);
      return session;
    },
    pay(orderNumber, paymentStatus = "paid") {
      const session = standIn.session(orderNumber);
      session.payment_intent ??= newId("pi");
      return Object.assign(session, { status: "complete", payment_status: paymentStatus });
    },
    refund(orderNumber, amount) {
      const { currency, payment_intent } = standIn.session(orderNumber);
      return addRefund(standIn, { amount, currency, payment_intent: payment_intent ?? "", metadata: {} });
    },
    dispute(orderNumber, amount) {
      const { currency, payment_intent } = standIn.session(orderNumber);
      return {
        id: newId("du"),
        object: "dispute",
        amount,
        currency,
        payment_intent,
        status: "needs_response",
      };
    },
    callbackFor(type, object, { secret, at }) {
      const event = { id: newId("evt"), object: "event", api_version: Stripe.API_VERSION, type, created: at };
      const payload = JSON.stringify({ ...event, livemode: false, data: { object } });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
      return {
        headers: { "stripe-signature": signature, "content-type": "application/json; charset=utf-8" },
        body: Buffer.from(payload),
      };
    },
    deliver(type, object) {
      const at = Math.floor(Date.now() / 1000);
      const subscribed = standIn.endpoints.filter(
        (one) => one.status === "enabled" && one.enabled_events.includes(type),
      );
      return Promise.all(
        subscribed.map(async ({ url, secret }) => {
          const { headers, body } = standIn.callbackFor(type, object, { secret, at });
          return (await fetch(url, { method: "POST", headers, body: new Uint8Array(body) })).status;
        }),
      );
    },
  };
  return standIn;
}

async function answer(standIn: StripeStandIn, request: StandInRequest): Promise<StandInReply> {
  const { method, path, headers, body, query } = request;
  if (path.startsWith("/pay/")) return showPage(standIn, path.slice("/pay/".length), method);
  const fields = Object.fromEntries([...query, ...new URLSearchParams(body)]);
  standIn.calls.push({ method, path, headers, fields });
  const fault = standIn.faults.shift();
  if (fault !== undefined) return fault;
  const key = (headers.authorization ?? "").replace(/^Bearer /, "");
  if (key !== standIn.secretKey)
    return failure(401, `Invalid API Key provided: ${key.slice(0, 7)}***${key.slice(-4)}`);
  const idempotencyKey = method === "POST" ? headers["idempotency-key"] : undefined;
  if (typeof idempotencyKey !== "string") return answerApi(standIn, method, path, fields);
  const earlier = standIn.idempotent.get(idempotencyKey);
  if (earlier && earlier.request !== path + body)
    return failure(400, "Keys for idempotent requests can only be used with the same parameters.");
  const reply = earlier?.reply ?? answerApi(standIn, method, path, fields);
  standIn.idempotent.set(idempotencyKey, { request: path + body, reply });
  return reply;
}

function answerApi(standIn: StripeStandIn, method: string, path: string, fields: Fields): StandInReply {
  const [, resource = "", id = "", action = ""] =
    /^\/v1\/(checkout\/sessions|\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  const place = `${method} ${resource}${id && "/:id"}${action && `/${action}`}`;
  if (place === "GET balance") return { json: { object: "balance", available: [], livemode: false } };
  if (place === "POST checkout/sessions") return createSession(standIn, fields);
  if (place === "POST refunds") return createRefund(standIn, fields);
  if (place === "GET refunds") {
    const data = standIn.refunds.filter((one) => one.payment_intent === fields["payment_intent"]);
    return { json: { object: "list", data, has_more: false } };
  }
  if (resource === "webhook_endpoints") return answerEndpoints(standIn, method, id, fields);
  if (place === "GET checkout/sessions") {
    const data = standIn.sessions.filter((one) => one.payment_intent === fields["payment_intent"]);
    return { json: { object: "list", data, has_more: false } };
  }
  const session = standIn.sessions.find((one) => one.id === id);
  if (!session) return failure(404, `No such checkout.session: '${id}'`);
  if (place === "GET checkout/sessions/:id") return { json: session };
  if (place !== "POST checkout/sessions/:id/expire") return failure(404, "Unrecognized request URL");
  if (session.status !== "open")
    return failure(400, "Only Checkout Sessions with a status of open can be expired.");
  session.status = "expired";
  return { json: session };
}

function createSession(standIn: StripeStandIn, fields: Fields): StandInReply {
  const price = "line_items[0][price_data]";
  const amount = Number(fields[`${price}[unit_amount]`]);
  const lifetime = Number(fields["expires_at"]) - Date.now() / 1000;
  if (!(lifetime >= 30 * 60 && lifetime <= 24 * 3600))
    return failure(400, "The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.");
  if (!(amount >= 50))
    return failure(400, "The Checkout Session's total amount due must add up to at least $0.50 usd");
  const id = newId("cs_test");
  const session: StripeSession = {
    id,
    object: "checkout.session",
    mode: fields["mode"] ?? "",
    status: "open",
    payment_status: "unpaid",
    client_reference_id: fields["client_reference_id"] ?? null,
    metadata: { order_number: fields["metadata[order_number]"] ?? "" },
    amount_total: amount * Number(fields["line_items[0][quantity]"]),
    currency: fields[`${price}[currency]`] ?? "",
    customer_email: fields["customer_email"] ?? null,
    expires_at: Number(fields["expires_at"]),
    payment_intent: null,
    success_url: fields["success_url"] ?? "",
    url: `${standIn.url}/pay/${id}`,
  };
  standIn.sessions.push(session);
  return { json: session };
}

function createRefund(standIn: StripeStandIn, fields: Fields): StandInReply {
  const paid = standIn.sessions.find((one) => one.payment_intent === fields["payment_intent"]);
  if (!paid) return failure(404, `No such payment_intent: '${fields["payment_intent"]}'`);
  const amount = Number(fields["amount"]);
  const refunded = standIn.refunds
    .filter((one) => one.payment_intent === paid.payment_intent)
    .reduce((sum, one) => sum + one.amount, 0);
  if (refunded + amount > paid.amount_total)
    return failure(400, `Refund amount (${amount}) is greater than unrefunded amount on charge`);
  const metadata = { request_number: fields["metadata[request_number]"] ?? "" };
  const { currency, payment_intent } = paid;
  return { json: addRefund(standIn, { amount, currency, payment_intent: payment_intent ?? "", metadata }) };
}

function addRefund(
  standIn: StripeStandIn,
  given: Pick<StripeRefund, "amount" | "currency" | "payment_intent" | "metadata">,
): StripeRefund {
  const refund: StripeRefund = { id: newId("re"), object: "refund", status: "succeeded", ...given };
  standIn.refunds.push(refund);
  return refund;
}

function answerEndpoints(standIn: StripeStandIn, method: string, id: string, fields: Fields): StandInReply {
  const withoutSecret = ({ secret: _secret, ...endpoint }: StripeEndpoint) => endpoint;
  if (method === "GET") return { json: { object: "list", data: standIn.endpoints.map(withoutSecret) } };
  if (method === "DELETE") {
    const found = standIn.endpoints.findIndex((one) => one.id === id);
    if (found === -1) return failure(404, `No such webhook endpoint: '${id}'`);
    standIn.endpoints.splice(found, 1);
    return { json: { id, object: "webhook_endpoint", deleted: true } };
  }
  if (!fields["url"]?.startsWith("http"))
    return failure(400, "Invalid URL: An explicit scheme must be provided.");
  const endpoint: StripeEndpoint = {
    id: newId("we"),
    object: "webhook_endpoint",
    url: fields["url"],
    enabled_events: Object.keys(fields)
      .filter((name) => name.startsWith("enabled_events["))
      .map((name) => fields[name] ?? ""),
    api_version: fields["api_version"] ?? null,
    status: "enabled",
    secret: newId("whsec"),
  };
  standIn.endpoints.push(endpoint);
  return { json: endpoint };
}

/** Stripe's page for customers: its button pays, sends the event and redirects the browser. */
async function showPage(standIn: StripeStandIn, id: string, method: string): Promise<StandInReply> {
  const session = standIn.sessions.find((one) => one.id === id);
  if (session?.status !== "open")
    return { status: 200, text: "<!doctype html><p>This page has expired.</p>" };
  const button = `<button>Pay ${session.amount_total} ${session.currency}</button>`;
  if (method === "GET") return { status: 200, text: `<!doctype html><form method="post">${button}</form>` };
  await standIn.deliver("checkout.session.completed", standIn.pay(session.client_reference_id ?? ""));
  return { redirect: session.success_url };
}

function failure(status: number, message: string): StandInReply {
  return { status, json: { error: { type: "invalid_request_error", message } } };
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
