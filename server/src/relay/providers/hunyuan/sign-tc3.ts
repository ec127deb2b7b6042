import { createHash, createHmac } from "node:crypto";
import type { UpstreamRequest } from "../provider.ts";

/** Scope of a Tencent Cloud signature. */
export interface Tc3Scope {
  secretId: string;
  secretKey: string;
  /** `hunyuan`, the first part of the host. */
  service: string;
}

/**
 * Signs a request by TC3-HMAC-SHA256, Tencent Cloud's signature version 3, over content type and host
 * (https://cloud.tencent.com/document/api/1729). Sets `x-tc-timestamp` and `authorization`. `now` in
 * milliseconds.
 */
export function signTc3(request: UpstreamRequest, scope: Tc3Scope, now: number): void {
  const timestamp = Math.floor(now / 1000);
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const { host } = new URL(request.url);
  const signedHeaders = "content-type;host";
  const canonical = [
    request.method,
    "/",
    "",
    `content-type:${request.headers["content-type"] ?? ""}`,
    `host:${host}`,
    "",
    signedHeaders,
    sha256(request.body ?? ""),
  ].join("\n");
  const credential = `${date}/${scope.service}/tc3_request`;
  const text = ["TC3-HMAC-SHA256", timestamp, credential, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${scope.secretKey}`, date), scope.service), "tc3_request");
  const signature = createHmac("sha256", key).update(text).digest("hex");
  request.headers["x-tc-timestamp"] = String(timestamp);
  request.headers.authorization =
    `TC3-HMAC-SHA256 Credential=${scope.secretId}/${credential}, ` +
    `SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
