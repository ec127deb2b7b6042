import { createHash, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type StandInReply, type StandInServer, startStandInServer } from "./stand-in-server.ts";

/** Faults of a provider, or of an attacker in between. */
export interface Forgery {
  /** Claims that replace the correct ones. */
  claims?: Record<string, unknown>;
  /** Signs the token, then replaces its claims. */
  changedAfterSigning?: Record<string, unknown>;
  key?: "own" | "strange";
  alg?: "RS256" | "none" | "HS256";
  tokenStatus?: number;
  userInfo?: Record<string, unknown>;
  /** Another provider's name in the redirect. */
  iss?: string;
  fault?: { path: string; reply: StandInReply };
}

export interface ForgingOidc extends StandInServer {
  clientId: string;
  forgery: Forgery;
  /** Redirect target for a URL that the server created. */
  visit(address: string): URL;
  tokenCalls: number;
}

const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
const strange = generateKeyPairSync("rsa", { modulusLength: 2048 });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A provider with configurable faults. `now`: the clock of the tokens. */
export async function startForgingOidc(now: () => number): Promise<ForgingOidc> {
  const requests = new Map<string, { nonce: string; challenge: string }>();

  function token(nonce: string): string {
    const { forgery } = oidc;
    const time = now();
    const claims = {
      iss: oidc.url,
      aud: oidc.clientId,
      sub: "subject-1",
      iat: time,
      exp: time + 300,
      nonce,
      preferred_username: "forged",
      email: "forged@example.com",
      ...forgery.claims,
    };
    const alg = forgery.alg ?? "RS256";
    const signed = `${encode({ alg, kid: "key-1", typ: "JWT" })}.${encode(claims)}`;
    const signature =
      alg === "RS256" ? sign(signed, forgery.key === "strange" ? strange.privateKey : own.privateKey) : "";
    if (!forgery.changedAfterSigning) return `${signed}.${signature}`;
    return `${signed.split(".")[0]}.${encode({ ...claims, ...forgery.changedAfterSigning })}.${signature}`;
  }

  function exchange(body: string): StandInReply {
    oidc.tokenCalls += 1;
    const form = new URLSearchParams(body);
    const code = form.get("code") ?? "";
    const begun = requests.get(code);
    requests.delete(code);
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!begun || begun.challenge !== verifier) return { status: 400, json: { error: "invalid_grant" } };
    return {
      json: { access_token: "access", token_type: "Bearer", expires_in: 300, id_token: token(begun.nonce) },
    };
  }

  const server = await startStandInServer(({ path, body }) => {
    const { fault } = oidc.forgery;
    if (fault?.path === path) return fault.reply;
    if (path === "/.well-known/openid-configuration") return { json: metadata(oidc.url) };
    if (path === "/keys")
      return {
        json: {
          keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "key-1", use: "sig", alg: "RS256" }],
        },
      };
    if (path === "/token") return exchange(body);
    if (path === "/me") return { json: oidc.forgery.userInfo ?? { sub: "subject-1" } };
    return { status: 404, text: "no" };
  });
  const oidc: ForgingOidc = {
    ...server,
    clientId: "tollgate",
    forgery: {},
    tokenCalls: 0,
    visit(address) {
      const { searchParams } = new URL(address);
      const code = `code-${requests.size}-${searchParams.get("nonce")}`;
      requests.set(code, {
        nonce: searchParams.get("nonce") ?? "",
        challenge: searchParams.get("code_challenge") ?? "",
      });
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", searchParams.get("state") ?? "");
      back.searchParams.set("iss", oidc.forgery.iss ?? oidc.url);
      return back;
    },
  };
  return oidc;
}

function sign(text: string, key: KeyObject): string {
  return createSign("RSA-SHA256").update(text).sign(key).toString("base64url");
}

function metadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    authorization_response_iss_parameter_supported: true,
  };
}
