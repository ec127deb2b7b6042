import { type KeyObject, X509Certificate } from "node:crypto";
import { systemClock } from "../../../../platform/clock.ts";
import { NoAnswer } from "../../../call-service.ts";
import { type WeChatAccount, wrong } from "./account.ts";
import { parseJson, send } from "./send.ts";
import { decryptResource, isSigned, readSignature } from "./sign.ts";
import { certificateList, failure } from "./wire.ts";

/** A certificate of WeChat Pay. */
interface PlatformKey {
  key: KeyObject;
  /** Epoch seconds. */
  expiresAt: number;
}

/** Certificates of one account. Times are epoch seconds. */
interface Held {
  keys: ReadonlyMap<string, PlatformKey>;
  loadedAt: number;
  triedAt: number;
  /** Why the last download failed. */
  failure: NoAnswer | undefined;
  pending: Promise<void> | undefined;
}

/** Anyone can send any serial number: downloads for one account are at least this far apart, in seconds. */
const pause = 180;
/** WeChat Pay requires fetching the list twice a day. */
const longestAge = 12 * 3600;
const mostAccounts = 100;

/**
 * WeChat Pay's keys of every account. Certificates are downloaded when one is missing, and kept by account and serial
 * number.
 */
export class PlatformKeys {
  readonly #held = new Map<string, Held>();

  /**
   * The key with this serial number; undefined: the account has none.
   * @throws NoAnswer if the certificates cannot be downloaded
   */
  async find(serial: string, account: WeChatAccount, now: number): Promise<KeyObject | undefined> {
    const { publicKey } = account;
    if (publicKey !== undefined && publicKey.id === serial) return publicKey.key;
    if (serial.startsWith("PUB_KEY_ID_")) return undefined;
    const held = this.#of(account);
    const known = usable(held, serial, now);
    if (known !== undefined && now - held.loadedAt < longestAge) return known;
    try {
      await this.#loadSeldom(held, account, now);
    } catch (error) {
      if (known !== undefined) return known;
      throw error;
    }
    return usable(held, serial, now);
  }

  /** Downloads the certificates, to test the credentials. @throws NoAnswer, AppError payment.wrong_credentials */
  async load(account: WeChatAccount, now: number): Promise<void> {
    const held = this.#of(account);
    held.keys = await download(account);
    held.loadedAt = now;
  }

  async #loadSeldom(held: Held, account: WeChatAccount, now: number): Promise<void> {
    if (held.pending !== undefined) return held.pending;
    if (Math.abs(now - held.triedAt) < pause) {
      if (held.failure !== undefined) throw held.failure;
      return;
    }
    held.triedAt = now;
    held.failure = undefined;
    held.pending = this.load(account, now)
      .catch((error: unknown) => {
        held.failure = error instanceof NoAnswer ? error : cannotVerify(account, error);
        throw held.failure;
      })
      .finally(() => (held.pending = undefined));
    return held.pending;
  }

  #of({ fingerprint }: WeChatAccount): Held {
    const known = this.#held.get(fingerprint);
    if (known !== undefined) return known;
    const never = Number.NEGATIVE_INFINITY;
    const held: Held = {
      keys: new Map(),
      loadedAt: never,
      triedAt: never,
      failure: undefined,
      pending: undefined,
    };
    this.#held.set(fingerprint, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size > mostAccounts && oldest !== undefined) this.#held.delete(oldest);
    return held;
  }
}

function usable({ keys }: Held, serial: string, now: number): KeyObject | undefined {
  const found = keys.get(serial);
  return found !== undefined && found.expiresAt > now ? found.key : undefined;
}

/** The list names which of its own certificates signed it; the APIv3 key proves that they are WeChat Pay's. */
async function download(account: WeChatAccount): Promise<Map<string, PlatformKey>> {
  const { status, header, body } = await send({ method: "GET", path: "/v3/certificates", body: "" }, account);
  const json = parseJson(body);
  // A merchant with a public key alone has none.
  if (account.publicKey && codeOf(json) === noCertificates) return new Map();
  if (status >= 400) throw rejection(account, status, json);
  const list = certificateList.safeParse(json);
  if (!list.success) throw cannotVerify(account, list.error);
  const keys = new Map<string, PlatformKey>();
  for (const { serial_no, encrypt_certificate } of list.data.data) {
    const text = decryptResource(encrypt_certificate, account.apiV3Key);
    if (text === undefined) throw wrong("mch_apiv3_key does not decrypt WeChat Pay's certificates");
    const read = readCertificate(text);
    if (read !== undefined) keys.set(serial_no.toUpperCase(), read);
  }
  const signature = readSignature(header, systemClock.now());
  if (typeof signature === "string") throw cannotVerify(account, new Error(signature));
  const { id, key } = account.publicKey ?? {};
  const signer = signature.serial === id ? key : keys.get(signature.serial)?.key;
  if (signer === undefined || !isSigned(signature, body, signer))
    throw cannotVerify(account, new Error("The list of certificates is not signed with one of them."));
  return keys;
}

function readCertificate(text: string): PlatformKey | undefined {
  try {
    const { publicKey, validToDate } = new X509Certificate(text);
    const expiresAt = Math.floor(validToDate.getTime() / 1000);
    return publicKey.asymmetricKeyType === "rsa" ? { key: publicKey, expiresAt } : undefined;
  } catch {
    return undefined;
  }
}

const noCertificates = "RESOURCE_NOT_EXISTS";

function rejection(account: WeChatAccount, status: number, json: unknown): Error {
  const code = codeOf(json);
  if (code === undefined || status === 429)
    return new NoAnswer(account.endpoint, { fault: "bad_status", status });
  if (code === noCertificates)
    return wrong("the merchant has no platform certificates; enter the WeChat Pay public key");
  return credentialsRejected(code);
}

function codeOf(json: unknown): string | undefined {
  return failure.safeParse(json).data?.code;
}

/** WeChat Pay's code for rejecting the caller, with the settings to check. */
export function credentialsRejected(code: string): Error {
  if (code === "SIGN_ERROR")
    return wrong(
      "SIGN_ERROR: mch_id, mch_certificate_serial_number and mch_private_key do not belong together",
    );
  return wrong(/^\w{1,64}$/.test(code) ? code : "rejected");
}

/** A response that proves nothing. */
export function cannotVerify({ endpoint }: WeChatAccount, cause: unknown): NoAnswer {
  return new NoAnswer(endpoint, { fault: "bad_answer", status: 200 }, cause);
}
