import type * as z from "zod";
import { AppError } from "../../../../platform/app-error.ts";
import { cleanReason } from "../../../../platform/clean-message.ts";
import { callForJson, NoAnswer } from "../../../call-service.ts";
import type { GatewayAccount } from "../gateway.ts";
import { answer, orderAnswer } from "./wire.ts";

type Order = z.output<typeof orderAnswer>;

/** A page of the site. @throws AppError payment.wrong_credentials if the account has no usable address */
export function siteUrl(page: string, account: GatewayAccount): string {
  const site = (account["pay_domain"] ?? "").trim().replace(/\/+$/, "");
  if (/^https?:\/\/[^\s?#]+$/.test(site) && URL.canParse(site)) return `${site}/${page}`;
  throw wrongCredentials("the site address is not a web address");
}

/** Calls `api.php`, which takes the key in the address. @throws NoAnswer without the key in it */
export async function callMerchantApi<Shape extends z.ZodType>(
  shape: Shape,
  fields: Record<string, string>,
  account: GatewayAccount,
): Promise<z.output<Shape>> {
  const page = siteUrl("api.php", account);
  const query = new URLSearchParams({ ...fields, ...credentials(account) });
  return call(shape, page, `${page}?${query.toString()}`);
}

/** Posts to `api.php`, credentials included. @throws NoAnswer */
export async function postMerchantApi<Shape extends z.ZodType>(
  shape: Shape,
  { act, ...fields }: Record<string, string>,
  account: GatewayAccount,
): Promise<z.output<Shape>> {
  const page = siteUrl("api.php", account);
  const body = new URLSearchParams({ ...fields, ...credentials(account) });
  return call(shape, page, `${page}?act=${act}`, { method: "POST", body });
}

/**
 * The site's data of the order; undefined if it has none of this number.
 * @throws NoAnswer also where the site rejects the call or responds about another order
 */
export async function findOrder(number: string, account: GatewayAccount): Promise<Order | undefined> {
  const body = await callMerchantApi(answer.loose(), { act: "order", out_trade_no: number }, account);
  if (isUnknownOrder(body)) return undefined;
  const { success, data } = orderAnswer.safeParse(body);
  const isOurs =
    data?.out_trade_no === number && (data.pid ?? account["partner_id"]) === account["partner_id"];
  if (body.code === "1" && success && isOurs) return data;
  throw new NoAnswer(siteUrl("api.php", account), { fault: "bad_answer", status: 200 });
}

/** The site's message, without the key, on one line. */
export function reasonOf({ code, msg }: z.output<typeof answer>, account: GatewayAccount): string {
  return cleanReason(msg || `code ${code}`, [account["key"] ?? ""]);
}

export function wrongCredentials(reason: string): AppError {
  return new AppError("payment.wrong_credentials", { params: { reason } });
}

function credentials(account: GatewayAccount) {
  return { pid: account["partner_id"] ?? "", key: account["key"] ?? "" };
}

/** Sites use the same message with different codes. */
function isUnknownOrder({ code, msg }: z.output<typeof answer>): boolean {
  return code !== "1" && /订单.{0,4}不存在|order.{0,12}not (?:found|exist)/i.test(msg ?? "");
}

/** @param page the address that an error may name */
async function call<Shape extends z.ZodType>(
  shape: Shape,
  page: string,
  url: string,
  init?: RequestInit,
): Promise<z.output<Shape>> {
  try {
    return (await callForJson(shape, url, init)).body;
  } catch (error) {
    if (error instanceof NoAnswer) throw new NoAnswer(page, error, error.cause);
    throw error;
  }
}
