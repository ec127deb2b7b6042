/** One turn of a model: what it thinks, says and calls. */
export interface Turn {
  thought?: string;
  text?: string;
  calls?: readonly { name: string; arguments: Record<string, unknown> }[];
}

/**
 * An upstream that takes requests as strictly as its vendor does, and answers with turns that a test gives it. A proof is what it gives
 * with a thought, and wants back.
 */
export interface StrictUpstream {
  name: string;
  /** Type of the channel, and the model that it asks for. */
  type: number;
  model: string;
  /** What the vendor would refuse. `issued`: the proofs of the answers since the user spoke, each of which must be there. */
  findFaults(body: Record<string, unknown>, issued: readonly string[]): string[];
  /** The frames of a streamed answer. `id` is new for every answer. */
  frames(turn: Turn, proof: string, id: string): string[];
}

/** What no vendor must ever see: our own marks, and proofs of somebody else. */
export function findForeignProofs(body: object, own: readonly string[]): string[] {
  const text = JSON.stringify(body);
  const proofs = text.match(/proof-[a-z]+-\d+/g) ?? [];
  const foreign = proofs.filter((proof) => !own.includes(proof.split("-")[1] ?? ""));
  return [...(text.includes("tollgate.") ? ["a mark of the gateway's"] : []), ...foreign];
}

/** Proofs that should have come back and did not. */
export function findMissing(body: object, issued: readonly string[]): string[] {
  const text = JSON.stringify(body);
  return issued.filter((proof) => !text.includes(proof)).map((proof) => `${proof} did not come back`);
}
