import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Settings } from "@tollgate/contract/settings";
import * as z from "zod";
import { AppError } from "../../platform/app-error.ts";
import { readLimited } from "../../platform/guarded-fetch/read-limited.ts";
import type { SettingsService } from "../settings/service.ts";

/** What Cloudflare answers; fields beyond these are not read. */
const verdict = z.object({ success: z.boolean(), hostname: z.string().default("") });

const timeoutMilliseconds = 8000;
const answerBytes = 64 * 1024;

/**
 * Refuses programs where Turnstile is switched on. Every answer of the widget is good for one call: nothing is remembered of it.
 * @throws AppError turnstile.failed (missing, wrong, used or made for another site), turnstile.unavailable (the service cannot be asked)
 */
export type TurnstileGuard = (answer: string, ip: string) => Promise<void>;

export function createTurnstileGuard(deps: { settings: SettingsService }): TurnstileGuard {
  return async (answer, ip) => {
    const settings = deps.settings.current();
    if (!settings.TurnstileCheckEnabled) return;
    if (answer === "") throw new AppError("turnstile.failed");
    const { success, hostname } = await ask(settings, answer, ip);
    if (!success || !isOwnHost(hostname, settings.ServerAddress)) throw new AppError("turnstile.failed");
  };
}

/** An answer that was made on another site's page is no sign of a person here. Without an own address nothing can be compared. */
function isOwnHost(hostname: string, ownAddress: string): boolean {
  return ownAddress === "" || hostname === new URL(ownAddress).hostname;
}

async function ask(settings: Settings, answer: string, ip: string): Promise<z.infer<typeof verdict>> {
  try {
    const response = await fetch(new URL("/turnstile/v0/siteverify", settings.TurnstileAddress), {
      method: "POST",
      body: new URLSearchParams({ secret: settings.TurnstileSecretKey, response: answer, remoteip: ip }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    if (!response.ok || response.body === null) throw new Error(`Turnstile answered ${response.status}`);
    const body = await readLimited(Readable.fromWeb(response.body as ReadableStream), "", answerBytes);
    return verdict.parse(JSON.parse(body.toString("utf8")));
  } catch (cause) {
    throw new AppError("turnstile.unavailable", { cause });
  }
}
