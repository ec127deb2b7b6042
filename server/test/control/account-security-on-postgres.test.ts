import type { SessionEntry } from "@tollgate/contract/sessions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAuthenticator, type PublicKeyOptions } from "../support/authenticator.ts";
import { aBrowser, type Browser, statusesOf } from "../support/browser.ts";
import { aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { setUpTwoFactor } from "../support/two-factor.ts";

const url = await postgresOrSkip();

/** On PostgreSQL connections run in parallel: one of several requests with the same code or response wins. */
describe.skipIf(url === null)("two-factor authentication, passkeys and sessions on PostgreSQL", () => {
  let running: ControlApp;
  beforeAll(async () => {
    running = await startControlApp({ location: { kind: "postgres", url: url ?? "" } });
  });
  afterAll(() => running?.stop());

  it("one of many concurrent requests uses a code, a recovery code, a passkey's response", async () => {
    const user = await aUser(running);
    const home = aBrowser(running);
    await home.signIn(user);
    const app = await setUpTwoFactor(running, home, user);
    const tabs = Array.from({ length: 6 }, () => aBrowser(running));
    const race = async (body: object) => {
      for (const tab of tabs) await tab.signIn(user);
      return Promise.all(tabs.map((tab) => tab.call("POST", "/api/user/login/second_factor", body)));
    };
    expect(statusesOf(await race({ code: app.code() }))).toEqual([200, 400, 400, 400, 400, 400]);
    // Rejections after the correct code count as guesses: those of two races would be too many.
    running.clock.advance(3600);
    const recovered = await race({ recovery_code: app.recoveryCodes[0] });
    expect(statusesOf(recovered)).toEqual([200, 400, 400, 400, 400, 400]);

    const authenticator = anAuthenticator();
    const send = async (from: Browser, address: string, body: object) =>
      (await from.call<{ publicKey: PublicKeyOptions }>("POST", address, body)).data.publicKey;
    const stepUp = { current_password: user.password, alias: "key" };
    const wanted = await send(home, "/api/webauthn/registration/begin", stepUp);
    const added = await home.call(
      "POST",
      "/api/webauthn/registration/finish",
      authenticator.register(wanted),
    );
    expect(added.status).toBe(200);
    const browser = aBrowser(running);
    const body = authenticator.sign(await send(browser, "/api/webauthn/login/begin", {}), { counter: 3 });
    const copies = Array.from({ length: 6 }, () => browser.copy());
    const entered = await Promise.all(
      copies.map((copy) => copy.call("POST", "/api/webauthn/login/finish", body)),
    );
    expect(statusesOf(entered)).toEqual([200, 400, 400, 400, 400, 400]);

    const sessions = await home.call<SessionEntry[]>("GET", "/api/user/sessions");
    expect(sessions.data.map((one) => one.method).sort()).toEqual(["passkey", "password", "password"]);
    expect((await home.call("DELETE", "/api/user/sessions")).data).toEqual({ ended: 2 });
  });
});
