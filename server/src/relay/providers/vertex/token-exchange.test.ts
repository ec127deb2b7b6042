import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" });
const now = 1_790_000_000_000;
const exchange = provider.tokenExchange!;

/** An issuer like Google's: checks grant, signature, audience and times. */
let issuer: Server;
let tokenUri = "";

function issue(form: URLSearchParams): { status: number; body: object } {
  const reject = (error_description: string) => ({
    status: 400,
    body: { error: "invalid_grant", error_description },
  });
  if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return reject("grant");
  const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url")))
    return reject("Invalid JWT Signature.");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const assertion = { ...read(header), ...read(claims) };
  if (assertion.aud !== tokenUri || assertion.iat !== now / 1000 || assertion.exp !== now / 1000 + 3600)
    return reject("claims");
  return {
    status: 200,
    body: { access_token: "ya29.fresh...", expires_in: 3599, token_type: "Bearer", assertion },
  };
}

beforeAll(async () => {
  issuer = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { status, body } = issue(new URLSearchParams(text));
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  tokenUri = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`;
});

afterAll(() => new Promise((resolve) => issuer.close(resolve)));

function keyFile(more: object = {}): string {
  const file = {
    type: "service_account",
    project_id: "my-project",
    private_key_id: "kid-1",
    private_key: pem,
    client_email: "robot@my-project.iam.gserviceaccount.com",
    token_uri: tokenUri,
    ...more,
  };
  return JSON.stringify(file);
}

async function fetchToken(key: string): Promise<{ status: number; body: unknown }> {
  const request = exchange.buildRequest(aChannelView({ key }), now)!;
  const { method, headers, body } = request;
  const answer = await fetch(request.url, { method, headers, body: String(body) });
  return { status: answer.status, body: await answer.json() };
}

describe("tokenExchange", () => {
  it("gets a token from an issuer that checks the signature", async () => {
    const { status, body } = await fetchToken(keyFile());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      assertion: {
        alg: "RS256",
        kid: "kid-1",
        iss: "robot@my-project.iam.gserviceaccount.com",
        scope: "https://www.googleapis.com/auth/cloud-platform",
      },
    });
    expect(exchange.readToken(body)).toEqual({ token: "ya29.fresh", seconds: 3599 });
  });

  it("signs with keys whose line ends were copied as two characters", async () => {
    const { status } = await fetchToken(keyFile({ private_key: pem.toString().replaceAll("\n", "\\n") }));
    expect(status).toBe(200);
  });

  it("is rejected with another key, which is the channel's problem", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const { status, body } = await fetchToken(
      keyFile({ private_key: other.export({ type: "pkcs8", format: "pem" }) }),
    );
    expect(status).toBe(400);
    expect(provider.readProblem(status, JSON.stringify(body), {})).toMatchObject({
      kind: "auth",
      message: "Invalid JWT Signature.",
    });
  });

  it("sends no request for keys that are no key files, or that name an unsafe issuer", () => {
    const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const keys = [
      "ya29.a-token",
      "{",
      "{}",
      "[]",
      keyFile({ private_key: "no key" }),
      keyFile({ private_key: elliptic.export({ type: "pkcs8", format: "pem" }) }),
      keyFile({ client_email: 5 }),
      keyFile({ token_uri: "http://issuer.test/token" }),
      keyFile({ token_uri: "file:///etc/passwd" }),
      keyFile({ token_uri: "nonsense" }),
    ];
    for (const key of keys) expect(exchange.buildRequest(aChannelView({ key }), now), key).toBeUndefined();
    const usual = exchange.buildRequest(aChannelView({ key: keyFile({ token_uri: undefined }) }), now);
    expect(usual?.url).toBe("https://oauth2.googleapis.com/token");
  });

  it("rejects an answer without a token", () => {
    for (const body of [{}, null, "x", { access_token: "" }])
      expect(() => exchange.readToken(body)).toThrow(UnreadableAnswer);
    expect(exchange.readToken({ access_token: "t" })).toEqual({ token: "t", seconds: 3600 });
  });
});
