import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UpstreamRequest } from "../provider.ts";
import { type AwsCredentials, encodeStrictly, signAwsV4 } from "./sign-aws-v4.ts";

const credentials: AwsCredentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG" };
const scope = { region: "eu-central-1", service: "bedrock" };

/** The signature of AWS's own signer for the same request and the same signed headers. */
async function signByAws(
  request: UpstreamRequest,
  identity: AwsCredentials,
  where: typeof scope,
  now: number,
): Promise<Record<string, string>> {
  const url = new URL(request.url);
  const signer = new SignatureV4({ credentials: identity, ...where, sha256: Sha256 });
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of url.searchParams) (query[name] ??= []).push(value);
  const { "content-type": contentType, "x-amz-meta": meta } = request.headers;
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query,
      headers: {
        host: url.host,
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(meta === undefined ? {} : { "x-amz-meta": meta }),
      },
      body: request.body,
    },
    { signingDate: new Date(now) },
  );
  return signed.headers;
}

describe("signAwsV4", () => {
  it("produces the signature of AWS's own signer", async () => {
    const part = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
      .filter((text) => !/^\.+$/.test(text));
    const word = fc.string({
      unit: fc.constantFrom(..."abcXYZ019-_/+=".split("")),
      minLength: 1,
      maxLength: 30,
    });
    const request = fc.record({
      method: fc.constantFrom("GET" as const, "POST" as const, "DELETE" as const),
      path: fc.array(fc.oneof(part, fc.constant("")), { maxLength: 5 }),
      // AWS's signer stores the query in an object with a prototype, and loses this one name.
      query: fc.dictionary(
        part.filter((name) => name !== "__proto__"),
        part,
        { maxKeys: 4 },
      ),
      body: fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      contentType: fc.option(fc.constantFrom("application/json", "text/plain;  charset=utf-8 ")),
      meta: fc.option(fc.string({ unit: fc.constantFrom(..."ab :,  ;=".split("")), maxLength: 20 })),
      host: fc.constantFrom("bedrock-runtime.eu-central-1.amazonaws.com", "127.0.0.1:8443"),
      now: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      identity: fc.record({ accessKeyId: word, secretAccessKey: word, sessionToken: fc.option(word) }),
      region: fc.constantFrom("us-east-1", "ap-northeast-2"),
      service: fc.constantFrom("bedrock", "sagemaker"),
    });
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const query = new URLSearchParams(given.query).toString();
        const path = given.path.map(encodeURIComponent).join("/");
        const { sessionToken, ...keys } = given.identity;
        const identity: AwsCredentials = sessionToken === null ? keys : { ...keys, sessionToken };
        const where = { region: given.region, service: given.service };
        const headers: Record<string, string> = { accept: "application/json" };
        if (given.contentType !== null) headers["content-type"] = given.contentType;
        if (given.meta !== null) headers["x-amz-meta"] = given.meta;
        const ours: UpstreamRequest = {
          method: given.method,
          url: `https://${given.host}/${path}${query === "" ? "" : `?${query}`}`,
          headers,
          body: given.body,
        };
        const theirs = await signByAws(ours, identity, where, given.now);
        signAwsV4(ours, identity, where, given.now);
        expect(ours.headers.authorization).toBe(theirs.authorization);
        for (const name of ["x-amz-date", "x-amz-content-sha256", "x-amz-security-token"])
          expect(ours.headers[name]).toBe(theirs[name]);
      }),
      { numRuns: 500 },
    );
  });

  it("signs the encoded model name in the path as AWS does", async () => {
    const arn = encodeURIComponent("arn:aws:bedrock:us-east-1:1:inference-profile/us.amazon.nova-lite-v1:0");
    const request: UpstreamRequest = {
      method: "POST",
      url: `https://bedrock-runtime.us-east-1.amazonaws.com/model/${arn}/converse`,
      headers: { "content-type": "application/json" },
      body: "{}",
    };
    const theirs = await signByAws(request, credentials, scope, 1_790_000_000_000);
    signAwsV4(request, credentials, scope, 1_790_000_000_000);
    expect(request.headers.authorization).toBe(theirs.authorization);
    expect(request.headers.authorization).toContain(
      "SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date,",
    );
  });

  it("replaces an earlier signature, so that a request can be resent", () => {
    const once: UpstreamRequest = { method: "POST", url: "https://h.test/a", headers: {}, body: "x" };
    const twice: UpstreamRequest = { ...once, headers: {} };
    signAwsV4(twice, credentials, scope, 1_000_000);
    signAwsV4(twice, credentials, scope, 9_000_000);
    signAwsV4(once, credentials, scope, 9_000_000);
    expect(twice.headers).toEqual(once.headers);
  });

  it("encodes everything but unreserved letters", () => {
    expect(encodeStrictly("a-_.~ !'()*:/é")).toBe("a-_.~%20%21%27%28%29%2A%3A%2F%C3%A9");
  });
});
