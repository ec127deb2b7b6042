import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { BotFault } from "@tollgate/contract/telegram";
import type { Api, ApiClientOptions } from "grammy";
import { readLimited } from "../../platform/guarded-fetch/read-limited.ts";
import type { BotConfig } from "./bot-config.ts";

/** Longest call, including a long poll. */
const callSeconds = 20;
/** Fits a hundred updates with long messages. */
const largestAnswer = 4 * 1024 * 1024;

/**
 * Calls of the Bot API for one bot; `signal` aborts every call. grammY is loaded here, so that a server without a bot
 * does not load it.
 */
export async function openBotApi(config: BotConfig, signal: AbortSignal): Promise<Api> {
  const { Api } = await import("grammy");
  const fetchLimited = async (url: string, init: RequestInit & { signal: AbortSignal }) => {
    const given = new AbortController();
    // grammY's signal is a polyfill's, which Node's fetch rejects.
    init.signal.addEventListener("abort", () => given.abort());
    const response = await fetch(url, {
      method: init.method ?? "POST",
      ...(init.headers && { headers: init.headers }),
      ...(init.body && { body: init.body }),
      // A redirect would send the token elsewhere.
      redirect: "error",
      signal: AbortSignal.any([given.signal, signal]),
    });
    const stream = Readable.fromWeb((response.body ?? new Blob([]).stream()) as ReadableStream);
    return new Response(await readLimited(stream, "", largestAnswer), { status: 200 });
  };
  return new Api(config.token, {
    apiRoot: config.apiAddress,
    timeoutSeconds: callSeconds,
    fetch: fetchLimited as unknown as NonNullable<ApiClientOptions["fetch"]>,
  });
}

export interface BotFailure {
  fault: BotFault;
  /** Telegram's description; never contains the token. */
  detail: string;
  /** Seconds until Telegram accepts calls again; 0: unknown. */
  retryAfter: number;
}

/** Classifies a failed call of the Bot API. */
export function failureOf(error: unknown): BotFailure {
  if (!isApiError(error)) return { fault: "unreachable", detail: "", retryAfter: 0 };
  const { error_code: code, description, parameters } = error;
  const fault =
    code === 401 || code === 404
      ? "unauthorized"
      : code === 409
        ? "conflict"
        : code === 429
          ? "rate_limited"
          : code >= 500
            ? "unreachable"
            : "refused";
  const detail = String(description).slice(0, 300);
  return { fault, detail, retryAfter: Math.min(Number(parameters?.retry_after ?? 0) || 0, 3600) };
}

interface ApiError {
  error_code: number;
  description: string;
  parameters?: { retry_after?: number };
}

/** grammY's own error contains the message that was sent, so only these fields are read. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && "error_code" in error && typeof error.error_code === "number";
}

/** For the log: without the message that was sent, and without an address that contains the token. */
export function loggedFailure(error: unknown): Error {
  const { fault, detail } = failureOf(error);
  return new Error(`Telegram: ${fault}${detail === "" ? "" : ` (${detail})`}`);
}

/** Waits; ends early when the signal does. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds).unref();
    signal.addEventListener("abort", end);
  });
}
