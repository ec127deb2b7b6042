import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import { startWorker } from "../platform/worker-call.ts";
import type { ApiInfo } from "./describe-api.ts";
import type { PackedText } from "./packed-text.ts";

/** The API's description in both syntaxes. */
export interface ApiTexts {
  json: PackedText;
  yaml: PackedText;
}

/** Collects endpoints for the OpenAPI document; complete once all are registered. */
export interface ApiDocument {
  add(endpoint: AnyEndpoint): void;
  /** @throws Error if a registered endpoint is missing from the contract's list */
  read(): Promise<ApiTexts>;
}

export interface DocumentRequest {
  info: ApiInfo;
  /** As `callOf` writes them. */
  calls: string[];
}

/** Buffers arrive as bytes. */
type SentText = Omit<PackedText, "bodies"> & { bodies: Record<keyof PackedText["bodies"], Uint8Array> };

export type DocumentOperations = {
  describe(request: DocumentRequest): Record<keyof ApiTexts, SentText>;
};

export function callOf({ method, path }: Pick<AnyEndpoint, "method" | "path">): string {
  return `${method} ${path}`;
}

/**
 * The document is made when it is first read, which most processes never do, and in a thread of its own: it takes half a
 * second, in which no call could be served.
 */
export function createApiDocument(info: ApiInfo): ApiDocument {
  const calls: string[] = [];
  let texts: Promise<ApiTexts> | undefined;
  return {
    add: (endpoint) => void calls.push(callOf(endpoint)),
    read() {
      texts ??= describeInThread({ info, calls }).catch((error: unknown) => {
        // The next reader tries again.
        texts = undefined;
        throw error;
      });
      return texts;
    },
  };
}

async function describeInThread(request: DocumentRequest): Promise<ApiTexts> {
  const thread = startWorker<DocumentOperations>(new URL("./api-document-thread.ts", import.meta.url), {
    toError: ({ message }) => new Error(`API document: ${message}`),
    onEnd: () => {},
  });
  try {
    const { json, yaml } = await thread.call("describe", request);
    return { json: asReceived(json), yaml: asReceived(yaml) };
  } finally {
    await thread.terminate();
  }
}

function asReceived({ hash, bodies: { br, gzip, identity } }: SentText): PackedText {
  return { hash, bodies: { br: asBuffer(br), gzip: asBuffer(gzip), identity: asBuffer(identity) } };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
