import type * as z from "zod";
import { AppError } from "../../../../platform/app-error.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { NoAnswer } from "../../../call-service.ts";
import type { WeChatAccount } from "./account.ts";
import { cannotVerify, type PlatformKeys } from "./certificates.ts";
import { parseJson, type RawAnswer, send } from "./send.ts";
import { isSigned, readSignature } from "./sign.ts";
import { failure } from "./wire.ts";

/** A response of WeChat Pay. */
export interface WeChatAnswer {
  status: number;
  /** The error code, such as `ORDER_NOT_EXIST`; empty on success. */
  code: string;
  /** `none`: it has no signature, as responses to callers whose own signature is wrong. */
  signature: "valid" | "wrong" | "none";
  json: unknown;
}

/** A call without a body is a GET. `path` with its query. */
export interface WeChatCall {
  path: string;
  body?: object;
}

/** @throws NoAnswer also for an unsigned response, unless it is the one that rejects our own signature */
export async function call(
  request: WeChatCall,
  account: WeChatAccount,
  keys: PlatformKeys,
): Promise<WeChatAnswer> {
  const answer = await requestBody(request, account, keys);
  if (answer.signature === "valid" || answer.code === "SIGN_ERROR") return answer;
  throw cannotVerify(account, new Error("The answer is not signed by WeChat Pay."));
}

/** As `call`, and returns unsigned responses too. */
export async function requestBody(
  request: WeChatCall,
  account: WeChatAccount,
  keys: PlatformKeys,
): Promise<WeChatAnswer> {
  const { path } = request;
  const body = request.body === undefined ? "" : JSON.stringify(request.body);
  const answer = await send({ method: body === "" ? "GET" : "POST", path, body }, account);
  const { status } = answer;
  const json = parseJson(answer.body);
  const failed = failure.safeParse(json);
  const code =
    status < 400 ? "" : failed.success && /^\w{1,64}$/.test(failed.data.code) ? failed.data.code : "";
  return { status, code, signature: await verifySignature(answer, account, keys), json };
}

async function verifySignature(
  { header, body }: RawAnswer,
  account: WeChatAccount,
  keys: PlatformKeys,
): Promise<WeChatAnswer["signature"]> {
  const now = systemClock.now();
  const signature = readSignature(header, now);
  if (signature === "no signature") return "none";
  if (typeof signature === "string") return "wrong";
  const key = await keys.find(signature.serial, account, now);
  return key !== undefined && isSigned(signature, body, key) ? "valid" : "wrong";
}

/**
 * The content of a successful response.
 * @throws NoAnswer, AppError payment.refused with WeChat Pay's code
 */
export function expectSuccess<Shape extends z.ZodType>(
  { status, code, json }: WeChatAnswer,
  shape: Shape,
  account: WeChatAccount,
): z.output<Shape> {
  if (status === 429) throw new NoAnswer(account.endpoint, { fault: "bad_status", status });
  if (status >= 400) throw new AppError("payment.refused", { params: { reason: code || String(status) } });
  const content = shape.safeParse(json);
  if (content.success) return content.data;
  throw cannotVerify(account, content.error);
}
