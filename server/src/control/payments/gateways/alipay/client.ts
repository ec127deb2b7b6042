import type { AlipaySdk } from "alipay-sdk";
import type * as z from "zod";
import { AppError } from "../../../../platform/app-error.ts";
import { cleanWord } from "../../../../platform/clean-message.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { callService, NoAnswer } from "../../../call-service.ts";
import type { AlipayAccount } from "./account.ts";
import { outcome, toBeijingTime } from "./wire.ts";

/**
 * A response about the order or the app. `signed` ones come from Alipay; the others only state why it rejected the app.
 */
export interface AlipayAnswer {
  /** `10000` is success. */
  code: string;
  /** The error code, such as `ACQ.TRADE_NOT_EXIST`; empty on success. */
  problem: string;
  signed: boolean;
  body: unknown;
}

/** Extra fields of a call next to its content. */
interface Addresses {
  notifyUrl?: string;
  returnUrl?: string;
}

/**
 * Calls of one account. Alipay's library signs and verifies; our client sends, because the library's has no limit on
 * the response's size and follows redirects.
 */
export class AlipayClient {
  readonly #account: AlipayAccount;
  readonly #sdk: AlipaySdk;

  private constructor(account: AlipayAccount, sdk: AlipaySdk) {
    this.#account = account;
    this.#sdk = sdk;
  }

  /** Loads the library with the first account: a start without Alipay does not need it. */
  static async open(account: AlipayAccount): Promise<AlipayClient> {
    const { AlipaySdk } = await import("alipay-sdk");
    const sdk = new AlipaySdk({
      appId: account.appId,
      privateKey: account.privateKey.export({ format: "pem", type: "pkcs1" }).toString(),
      alipayPublicKey: account.publicKey.export({ format: "pem", type: "spki" }).toString(),
      signType: "RSA2",
    });
    return new AlipayClient(account, sdk);
  }

  /** The address of a payment page. */
  pageAddress(method: string, content: object, addresses: Addresses): string {
    return `${this.#account.endpoint}?${this.#sign(method, content, addresses)}`;
  }

  /** @throws NoAnswer also for an unsigned response, unless it reports that Alipay rejects the app */
  async call(method: string, content: object, addresses: Addresses = {}): Promise<AlipayAnswer> {
    const answer = await this.send(method, content, addresses);
    // Codes of the kind `isv` are about the app, whose key may be unknown to Alipay. They prove nothing about an order.
    if (answer.signed || answer.problem.startsWith("isv.")) return answer;
    throw badAnswer(this.#account, new Error("The answer is not signed with the account's public_key."));
  }

  /** As `call`, and returns unsigned responses too. */
  async send(method: string, content: object, addresses: Addresses = {}): Promise<AlipayAnswer> {
    const url = this.#account.endpoint;
    const response = await callService(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: this.#sign(method, content, addresses),
    });
    const answer = this.#read(method, await response.text());
    if (answer === undefined) throw new NoAnswer(url, { fault: "bad_answer", status: response.status });
    return answer;
  }

  /** Whether the fields of a notification have Alipay's signature. */
  isSigned(fields: Readonly<Record<string, string>>): boolean {
    return this.#sdk.checkNotifySignV2(fields);
  }

  #sign(method: string, content: object, { notifyUrl, returnUrl }: Addresses): string {
    return this.#sdk.sdkExecute(method, {
      bizContent: content,
      // The library writes the machine's local time.
      timestamp: toBeijingTime(systemClock.now()),
      ...(notifyUrl !== undefined && { notifyUrl }),
      ...(returnUrl !== undefined && { returnUrl }),
    });
  }

  #read(method: string, text: string): AlipayAnswer | undefined {
    const name = `${method.replaceAll(".", "_")}_response`;
    const parsed = parseJson(text);
    const sign = parsed?.["sign"];
    const content = this.#sdk.getSignStr(text, name);
    const signed = typeof sign === "string" && this.#sdk.rsaCheck(content, sign, "RSA2");
    // Only the verified part is read: a name could occur twice in the whole response.
    const body = signed ? parseJson(content) : (parsed?.[name] ?? parsed?.["error_response"]);
    const result = outcome.safeParse(body);
    if (!result.success) return undefined;
    const { code, sub_code } = result.data;
    return { code, problem: code === "10000" ? "" : (cleanWord(sub_code) ?? code), signed, body };
  }
}

/**
 * The content of a successful response.
 * @throws NoAnswer, AppError payment.refused with Alipay's code
 */
export function expectSuccess<Shape extends z.ZodType>(
  { code, problem, body }: AlipayAnswer,
  shape: Shape,
  account: AlipayAccount,
): z.output<Shape> {
  if (isUnknown({ code, problem })) throw badAnswer(account, new Error(problem));
  if (code !== "10000") throw new AppError("payment.refused", { params: { reason: problem } });
  const content = shape.safeParse(body);
  if (content.success) return content.data;
  throw badAnswer(account, content.error);
}

/** A response that proves nothing. */
export function badAnswer({ endpoint }: AlipayAccount, cause: Error): NoAnswer {
  return new NoAnswer(endpoint, { fault: "bad_answer", status: 200 }, cause);
}

/** Alipay's own failure: the request may have been executed. */
export function isUnknown({ code, problem }: Pick<AlipayAnswer, "code" | "problem">): boolean {
  return code === "20000" || problem.endsWith("SYSTEM_ERROR");
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
