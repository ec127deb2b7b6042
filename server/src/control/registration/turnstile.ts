import type { Settings } from "@tollgate/contract/settings";
import * as z from "zod";
import { AppError } from "../../platform/app-error.ts";
import { callForJson } from "../call-service.ts";
import type { SettingsService } from "../settings/service.ts";

/** Cloudflare's response; other fields are not read. */
const verdict = z.object({ success: z.boolean(), hostname: z.string().default("") });

/**
 * Rejects programs where Turnstile is enabled. Every response of the widget is valid for one request: nothing is
 * stored.
 * @throws AppError turnstile.failed (missing, wrong, used or created for another site), turnstile.unavailable (the
 * service cannot be reached)
 */
export type TurnstileGuard = (answer: string, ip: string) => Promise<void>;

export function createTurnstileGuard(deps: { settings: SettingsService }): TurnstileGuard {
  return async (answer, ip) => {
    const settings = deps.settings.current();
    if (!settings.TurnstileCheckEnabled) return;
    if (answer === "") throw new AppError("turnstile.failed");
    const { success, hostname } = await send(settings, answer, ip);
    if (!success || !isOwnHost(hostname, settings.ServerAddress)) throw new AppError("turnstile.failed");
  };
}

/** A response of another site's page proves nothing here. Without a configured address it cannot be compared. */
function isOwnHost(hostname: string, ownAddress: string): boolean {
  return ownAddress === "" || hostname === new URL(ownAddress).hostname;
}

async function send(settings: Settings, answer: string, ip: string): Promise<z.infer<typeof verdict>> {
  const url = `${settings.TurnstileAddress}/turnstile/v0/siteverify`;
  const form = new URLSearchParams({ secret: settings.TurnstileSecretKey, response: answer, remoteip: ip });
  try {
    const { status, body } = await callForJson(verdict, url, { method: "POST", body: form });
    if (status !== 200) throw new Error(`Turnstile answered ${status}`);
    return body;
  } catch (cause) {
    throw new AppError("turnstile.unavailable", { cause });
  }
}
