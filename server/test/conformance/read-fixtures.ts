import { existsSync, readFileSync } from "node:fs";
import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { StopReason } from "../../src/relay/canonical/chat.ts";
import type { EmbeddingResult } from "../../src/relay/canonical/embedding.ts";
import type { ImageResult } from "../../src/relay/canonical/image.ts";
import type { ProblemKind, UpstreamProblem } from "../../src/relay/canonical/problem.ts";
import type { RerankResult } from "../../src/relay/canonical/rerank.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";
import type { Collected } from "./collect-parts.ts";

/** What a chat fixture means. A field that is left out means "empty"; a count that is left out means 0. */
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

/** What one entry of `errors.json` means. */
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

/** The fixtures of one provider: what the vendor sends, and `expected.json`, which says what it means. */
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

  /** What a file means. @throws Error if `expected.json` has no entry for it */
  expected(name: string): unknown {
    if (!Object.hasOwn(this.#expected, name)) throw new Error(`expected.json has no entry for ${name}`);
    return this.#expected[name];
  }

  expectedChat(name: string): ExpectedChat {
    return this.expected(name) as ExpectedChat;
  }

  /** The entries of `errors.json`, each with what it means and with the body as the text that arrives. */
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

/** Usage as `expected.json` has it: the counts that are not 0. */
export function describeUsage(usage: UsageCounts | undefined): Partial<UsageCounts> | null {
  if (usage === undefined) return null;
  const entries = Object.entries({ ...noUsage, ...usage }).filter(([, count]) => count !== 0);
  return Object.fromEntries(entries) as Partial<UsageCounts>;
}

/** An answer as `expected.json` has it. Ids are left out. */
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

/** Every error of the folder as the provider reads it, and what `expected.json` says of it. */
export function readProblems(
  { readProblem }: Provider,
  fixtures: Fixtures,
): { problem: UpstreamProblem; expected: ExpectedProblem & { status: number } }[] {
  return fixtures.errors().map(({ sent, expected }) => ({
    problem: readProblem(sent.status, sent.text, sent.headers ?? {}),
    expected: { status: sent.status, ...expected },
  }));
}

/** Vectors as `expected.json` has them: how many, and the length of each. */
export function describeEmbeddings({ vectors, usage }: EmbeddingResult) {
  const lengths = vectors.map((vector) =>
    typeof vector === "string" ? Buffer.from(vector, "base64").length / 4 : vector.length,
  );
  return { vectors: vectors.length, dimensions: Math.max(...lengths), usage: describeUsage(usage) };
}

/** A ranking as `expected.json` has it: the numbers of the documents, best first. */
export function describeRanking({ results, usage }: RerankResult) {
  return { ranking: results.map(({ index }) => index), usage: describeUsage(usage) };
}

/** Pictures as `expected.json` has them: how many. */
export function describeImages({ images, usage }: ImageResult) {
  return { images: images.length, usage: describeUsage(usage) };
}
