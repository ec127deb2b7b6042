import type { RecoveryCodes, TwoFactorSecret } from "@tollgate/contract/two-factor";
import { generateSync } from "otplib";
import type { TestUser } from "./builders.ts";
import type { Browser } from "./browser.ts";
import type { ControlApp } from "./control-app.ts";

/** An authenticator app that was set up for a user. */
export interface AuthenticatorApp {
  /** The code of the step that is `steps` away from now. */
  code(steps?: number): string;
  recoveryCodes: string[];
}

export function codeOf(running: ControlApp, secret: string, steps = 0): string {
  return generateSync({ secret, epoch: running.clock.now() + 30 * steps });
}

/** Enables two-factor authentication in a signed-in browser, and moves on to the next code. */
export async function setUpTwoFactor(
  running: ControlApp,
  browser: Browser,
  user: TestUser,
): Promise<AuthenticatorApp> {
  const stepUp = { current_password: user.password };
  const begun = await browser.call<TwoFactorSecret>("POST", "/api/user/second_factor", stepUp);
  const code = (steps = 0) => codeOf(running, begun.data.secret, steps);
  const confirmed = await browser.call<RecoveryCodes>("POST", "/api/user/second_factor/confirm", {
    code: code(),
  });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  running.clock.advance(60);
  return { code, recoveryCodes: confirmed.data.recovery_codes };
}
