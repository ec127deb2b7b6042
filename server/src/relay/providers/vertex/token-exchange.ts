import { sign } from "node:crypto";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import { type TokenExchange } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { readServiceAccount, type ServiceAccount } from "./service-account.ts";

/** Exchanges a service account's key for an hour's token, by a signed assertion (RFC 7523). */
export const tokenExchange: TokenExchange = {
  buildRequest(channel, now) {
    const account = readServiceAccount(channel.key);
    if (account === undefined) return undefined;
    const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    const form = new URLSearchParams({ grant_type: grant, assertion: assert(account, now) });
    return {
      method: "POST",
      url: account.tokenUri,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: form.toString(),
    };
  },
  readToken(body) {
    const answer = asObject(body);
    const token = asFilledText(answer?.access_token);
    if (token === undefined) throw new UnreadableAnswer("the answer contains no access_token");
    // Google pads some tokens with dots.
    return {
      token: token.replace(/\.+$/, ""),
      seconds: readCountIfGiven(answer?.expires_in) ?? defaultSeconds,
    };
  },
};

const defaultSeconds = 3600;
const scope = "https://www.googleapis.com/auth/cloud-platform";

function assert(account: ServiceAccount, now: number): string {
  const issued = Math.floor(now / 1000);
  const header = { alg: "RS256", typ: "JWT", ...(account.keyId === undefined ? {} : { kid: account.keyId }) };
  const claims = {
    iss: account.email,
    scope,
    aud: account.tokenUri,
    iat: issued,
    exp: issued + defaultSeconds,
  };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), account.privateKey).toString("base64url")}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
