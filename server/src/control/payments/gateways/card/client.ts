import type { Stripe } from "stripe";
import type * as z from "zod";
import { AppError } from "../../../../platform/app-error.ts";
import { cleanReason } from "../../../../platform/clean-message.ts";
import { callService, NoAnswer } from "../../../call-service.ts";
import type { GatewayAccount } from "../gateway.ts";

export interface StripeCall<Shape extends z.ZodType> {
  /** Schema of the response. */
  shape: Shape;
  account: GatewayAccount;
  /** The code of errors by which Stripe rejects the call; undefined: they count as no response. */
  rejection?: "payment.refused" | "payment.wrong_credentials";
}

const defaultEndpoint = "https://api.stripe.com";

/**
 * Makes calls with Stripe's library and parses the last response. Eight seconds and 256 KB each, one retry, no
 * telemetry.
 * @throws NoAnswer, AppError `rejection`
 */
export async function callStripe<Shape extends z.ZodType>(
  { shape, account, rejection }: StripeCall<Shape>,
  call: (stripe: Stripe) => Promise<unknown>,
): Promise<z.output<Shape>> {
  const url = endpointOf(account);
  const stripe = await openStripe(url, account);
  let answer: unknown;
  try {
    answer = await call(stripe);
  } catch (error) {
    throw failureOf(error, { url, account, rejection });
  }
  const { success, data } = shape.safeParse(answer);
  if (success) return data;
  throw new NoAnswer(url, { fault: "bad_answer", status: 200 });
}

async function openStripe(url: string, account: GatewayAccount): Promise<Stripe> {
  const key = account["secret_key"] ?? "";
  // A key with a line break is not a valid header, and the error would quote it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw wrongCredentials("the secret key is empty or has spaces");
  // Loaded with the first call: starts without Stripe accounts need neither its time nor its memory.
  const { Stripe } = await import("stripe");
  const { protocol, hostname, port } = new URL(url);
  return new Stripe(key, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    httpClient: Stripe.createFetchHttpClient(fetchObject),
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

function endpointOf(account: GatewayAccount): string {
  const endpoint = account["endpoint"]?.trim() || defaultEndpoint;
  if (/^https?:\/\/[^\s/?#@]+\/?$/.test(endpoint) && URL.canParse(endpoint)) return endpoint;
  throw wrongCredentials("the API address must be a scheme and a host");
}

/**
 * `fetch` within the limits of calls to services. The library never settles a call whose response is JSON but no
 * object.
 */
async function fetchObject(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const response = await callService(url, init);
  const text = await response.text();
  if (isJsonObject(text)) return new Response(text, { status: response.status, headers: response.headers });
  throw new NoAnswer(url, { fault: "bad_answer", status: response.status });
}

function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

interface FailedCall {
  url: string;
  account: GatewayAccount;
  rejection: StripeCall<z.ZodType>["rejection"];
}

/** Statuses that are not about the request itself: another call is running, or there were too many. */
const transient = [409, 429];
const unauthorized = [401, 403];

function failureOf(error: unknown, { url, account, rejection }: FailedCall): Error {
  const { detail, statusCode = 0, message = "" } = error as Partial<Stripe.errors.StripeError>;
  if (detail instanceof NoAnswer) return detail;
  const reason = cleanReason(message || "no reason given", [
    account["secret_key"] ?? "",
    account["webhook_secret"] ?? "",
  ]);
  const isRejection =
    statusCode >= 400 &&
    statusCode < 500 &&
    !transient.includes(statusCode) &&
    (rejection === "payment.wrong_credentials" || !unauthorized.includes(statusCode));
  if (rejection && isRejection) return new AppError(rejection, { params: { reason } });
  return new NoAnswer(url, { fault: "bad_status", status: statusCode }, new Error(reason));
}

function wrongCredentials(reason: string): AppError {
  return new AppError("payment.wrong_credentials", { params: { reason } });
}
