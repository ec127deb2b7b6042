import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";

/** Paths that anyone with the link may open until it expires. */
export interface SignedLinks {
  /** The path with the query `expires` and `signature`. */
  sign(path: string, expiresAt: number): string;
  /** True for a query that `sign` created for this path and that has not expired. Times are epoch seconds. */
  verify(path: string, query: URLSearchParams, now: number): boolean;
}

/** Links of one purpose: those of another are not valid. `secret`: the installation's key. */
export function createSignedLinks(secret: Buffer, purpose: string): SignedLinks {
  const key = createSecretKey(
    Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), `tollgate/link/${purpose}`, 32)),
  );
  const signatureOf = (path: string, expires: string): Buffer =>
    createHmac("sha256", key).update(`${expires}\n${path}`, "utf8").digest();

  return {
    sign(path, expiresAt) {
      const expires = String(Math.floor(expiresAt));
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires).toString("base64url")}`;
    },
    verify(path, query, now) {
      const expires = query.get("expires") ?? "";
      if (!/^\d{1,15}$/.test(expires) || Number(expires) <= now) return false;
      const given = Buffer.from(query.get("signature") ?? "", "base64url");
      const right = signatureOf(path, expires);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
