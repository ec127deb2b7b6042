import { createHash, createHmac } from "node:crypto";
import type { UpstreamRequest } from "../provider.ts";

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** For temporary credentials. */
  sessionToken?: string;
}

const algorithm = "AWS4-HMAC-SHA256";

/**
 * Signs a request with AWS Signature Version 4: adds `x-amz-date`, `x-amz-content-sha256`, `x-amz-security-token` and
 * `authorization`. Signs `host`, `content-type` and every `x-amz-` header; other headers may still change. Replaces an
 * earlier signature. `now` in milliseconds.
 */
export function signAwsV4(
  request: UpstreamRequest,
  credentials: AwsCredentials,
  scope: { region: string; service: string },
  now: number,
): void {
  const url = new URL(request.url);
  const { headers } = request;
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const payloadHash = sha256(request.body ?? "");
  headers["x-amz-date"] = time;
  headers["x-amz-content-sha256"] = payloadHash;
  if (credentials.sessionToken) headers["x-amz-security-token"] = credentials.sessionToken;

  const signed = collectSigned(headers, url.host);
  const names = [...signed.keys()].sort();
  const canonical = [
    request.method,
    canonicalPath(url.pathname),
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${signed.get(name) ?? ""}`),
    "",
    names.join(";"),
    payloadHash,
  ].join("\n");
  const day = time.slice(0, 8);
  const scopeText = `${day}/${scope.region}/${scope.service}/aws4_request`;
  const text = [algorithm, time, scopeText, sha256(canonical)].join("\n");
  const key = [day, scope.region, scope.service, "aws4_request"].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  headers.authorization = [
    `${algorithm} Credential=${credentials.accessKeyId}/${scopeText}`,
    `SignedHeaders=${names.join(";")}`,
    `Signature=${hmac(key, text).toString("hex")}`,
  ].join(", ");
}

function collectSigned(headers: Readonly<Record<string, string>>, host: string): Map<string, string> {
  const signed = new Map([["host", host]]);
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === "content-type" || lower.startsWith("x-amz-"))
      signed.set(lower, value.trim().replace(/\s+/g, " "));
  }
  return signed;
}

/** The path is encoded a second time, as for all AWS services but S3. */
function canonicalPath(path: string): string {
  return path
    .replace(/\/{2,}/g, "/")
    .split("/")
    .map(encodeStrictly)
    .join("/");
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Encodes everything but letters, digits, `-`, `_`, `.` and `~`. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
