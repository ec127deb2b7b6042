import { existsSync, readFileSync } from "node:fs";
import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { StopReason } from "../../src/relay/canonical/chat.ts";
import type { EmbeddingResult } from "../../src/relay/canonical/embedding.ts";
import type { ImageResult } from "../../src/relay/canonical/image.ts";
import type { ProblemKind, UpstreamProblem } from "../../src/relay/canonical/problem.ts";
import type { RerankResult } from "../../src/relay/canonical/rerank.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";
import type { Collected } from "./collect-parts.ts";

/** Expected meaning of a chat fixture. An absent field means "empty"; an absent count means 0. */
export interface ExpectedChat {
  text: string;
  reasoning?: string;
  reasoningSignatures?: string[];
  encryptedReasoning?: string[];
  refusal?: string;
  toolCalls?: { name: string; arguments: unknown }[];
  stop: StopReason;
  /** `null` if the vendor reports no usage. */
  usage: Partial<UsageCounts> | null;
}

/** Expected meaning of one entry of `errors.json`. */
export interface ExpectedProblem {
  kind: ProblemKind;
  message: string;
  retryAfter?: number;
  [field: string]: unknown;
}

interface SentError {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The fixtures of one provider: the vendor's responses, and `expected.json` with their meaning. */
export class Fixtures {
  readonly #folder: URL;
  readonly #expected: Record<string, unknown>;

  constructor(folder: URL) {
    this.#folder = folder;
    this.#expected = this.readJson("expected.json") as Record<string, unknown>;
  }

  has(name: string): boolean {
    return existsSync(new URL(name, this.#folder));
  }

  read(name: string): Buffer {
    return readFileSync(new URL(name, this.#folder));
  }

  readJson(name: string): unknown {
    return JSON.parse(this.read(name).toString("utf8"));
  }

  /** The events of a stream, one per line. */
  readLines(name: string): string[] {
    return this.read(name).toString("utf8").split("\n").filter(Boolean);
  }

  /**
   * The meaning of a file.
   * @throws Error if `expected.json` has no entry for it
   */
  expected(name: string): unknown {
    if (!Object.hasOwn(this.#expected, name)) throw new Error(`expected.json has no entry for ${name}`);
    return this.#expected[name];
  }

  expectedChat(name: string): ExpectedChat {
    return this.expected(name) as ExpectedChat;
  }

  /** The entries of `errors.json`, each with its meaning and with the body as text. */
  errors(): { sent: SentError & { text: string }; expected: ExpectedProblem }[] {
    const sent = this.readJson("errors.json") as SentError[];
    const expected = this.expected("errors.json") as ExpectedProblem[];
    if (sent.length !== expected.length) throw new Error("expected.json has another number of errors");
    return sent.map((error, index) => ({
      sent: { ...error, text: typeof error.body === "string" ? error.body : JSON.stringify(error.body) },
      expected: expected[index] as ExpectedProblem,
    }));
  }
}

/** Usage in the shape of `expected.json`: the counts that are not 0. */
export function describeUsage(usage: UsageCounts | undefined): Partial<UsageCounts> | null {
  if (usage === undefined) return null;
  const entries = Object.entries({ ...noUsage, ...usage }).filter(([, count]) => count !== 0);
  return Object.fromEntries(entries) as Partial<UsageCounts>;
}

/** A response in the shape of `expected.json`. Ids are left out. */
export function describeChat(answer: Collected): ExpectedChat {
  const { text, reasoning, signatures, encrypted, refusal, tools, stop, usage } = answer;
  if (stop === undefined) throw new Error("the answer has no stop reason");
  return {
    text,
    ...(reasoning && { reasoning }),
    ...(signatures.length > 0 && { reasoningSignatures: signatures }),
    ...(encrypted.length > 0 && { encryptedReasoning: encrypted }),
    ...(refusal && { refusal }),
    ...(tools.length > 0 && {
      toolCalls: tools.map((tool) => ({
        name: tool.name,
        arguments: JSON.parse(tool.arguments) as unknown,
      })),
    }),
    stop,
    usage: describeUsage(usage),
  };
}

/** Every error of the folder as the provider reads it, and its entry in `expected.json`. */
export function readProblems(
  { readProblem }: Provider,
  fixtures: Fixtures,
): { problem: UpstreamProblem; expected: ExpectedProblem & { status: number } }[] {
  return fixtures.errors().map(({ sent, expected }) => ({
    problem: readProblem(sent.status, sent.text, sent.headers ?? {}),
    expected: { status: sent.status, ...expected },
  }));
}

/** Vectors in the shape of `expected.json`: their number and lengths. */
export function describeEmbeddings({ vectors, usage }: EmbeddingResult) {
  const lengths = vectors.map((vector) =>
    typeof vector === "string" ? Buffer.from(vector, "base64").length / 4 : vector.length,
  );
  return { vectors: vectors.length, dimensions: Math.max(...lengths), usage: describeUsage(usage) };
}

/** A ranking in the shape of `expected.json`: the documents' indexes, best first. */
export function describeRanking({ results, usage }: RerankResult) {
  return { ranking: results.map(({ index }) => index), usage: describeUsage(usage) };
}

/** Images in the shape of `expected.json`: their number. */
export function describeImages({ images, usage }: ImageResult) {
  return { images: images.length, usage: describeUsage(usage) };
}
