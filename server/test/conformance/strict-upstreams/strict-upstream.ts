/** One turn of a model: its reasoning, text and calls. */
export interface Turn {
  reasoning?: string;
  text?: string;
  calls?: readonly { name: string; arguments: Record<string, unknown> }[];
}

/**
 * An upstream that validates requests as strictly as its vendor does, and responds with turns that a test sets. A signature
 * is a signature that it returns with reasoning, and requires back.
 */
export interface StrictUpstream {
  name: string;
  /** Type of the channel, and the model that it requests. */
  type: number;
  model: string;
  /**
   * What the vendor would reject. `issued`: the signatures of the responses since the user's last message, each of
   * which must be present.
   */
  findFaults(body: Record<string, unknown>, issued: readonly string[]): string[];
  /** The frames of a streamed response. `id` is new for every response. */
  frames(turn: Turn, signature: string, id: string): string[];
}

/** What no vendor must ever receive: Tollgate's prefixes, and other vendors' signatures. */
export function findForeignSignatures(body: object, own: readonly string[]): string[] {
  const text = JSON.stringify(body);
  const signatures = text.match(/sig-[a-z]+-\d+/g) ?? [];
  const foreign = signatures.filter((signature) => !own.includes(signature.split("-")[1] ?? ""));
  return [...(text.includes("tollgate.") ? ["a mark of the gateway's"] : []), ...foreign];
}

/** Signatures that were not sent back. */
export function findMissing(body: object, issued: readonly string[]): string[] {
  const text = JSON.stringify(body);
  return issued
    .filter((signature) => !text.includes(signature))
    .map((signature) => `${signature} did not come back`);
}
