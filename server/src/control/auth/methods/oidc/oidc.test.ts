import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aBrowser, type Browser } from "../../../../../test/support/browser.ts";
import { aUser } from "../../../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../../../test/support/control-app.ts";
import {
  type Forgery,
  type ForgingOidc,
  startForgingOidc,
} from "../../../../../test/support/forging-oidc.ts";
import { type OidcStandIn, startOidcStandIn } from "../../../../../test/support/oidc-stand-in.ts";
import { bringBack, linksOf } from "../../../../../test/support/services.ts";

const server = "https://gate.example.org";
let running: ControlApp;
let provider: OidcStandIn;
let forger: ForgingOidc;
beforeAll(async () => {
  running = await startControlApp();
  provider = await startOidcStandIn([`${server}/oauth/oidc`, "http://called.example/oauth/oidc"]);
  forger = await startForgingOidc(() => Math.floor(Date.now() / 1000));
  await running.set("ServerAddress", server);
  await running.set("OIDCClientId", provider.clientId);
  await running.set("OIDCClientSecret", provider.clientSecret);
  await running.set("OIDCAuthEnabled", true);
});
afterAll(async () => {
  await Promise.all([provider.stop(), forger.stop()]);
  await running.stop();
});

async function sendAddress(browser: Browser): Promise<string> {
  return (await browser.call<string>("GET", "/api/oauth/endpoint")).data;
}
const bring = (browser: Browser, back: URL) =>
  bringBack(browser, "oidc", Object.fromEntries(back.searchParams) as { code: string; state: string });

describe("with a real provider", () => {
  beforeEach(() => running.set("OIDCIssuer", provider.issuer));
  const signIn = async (browser: Browser = aBrowser(running)) =>
    bring(browser, await provider.visit(await sendAddress(browser)));

  it("requests a code with PKCE, nonce and state, to be sent to this server's address", async () => {
    const address = new URL(await sendAddress(aBrowser(running)));
    expect(address.origin).toBe(provider.issuer);
    const parameters = Object.fromEntries(address.searchParams);
    expect(parameters).toMatchObject({
      client_id: "tollgate",
      response_type: "code",
      redirect_uri: `${server}/oauth/oidc`,
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(parameters[name]).toMatch(/^[\w-]{43}$/);
    await running.set("ServerAddress", "");
    const answer = await running.app.inject({
      method: "GET",
      url: "/api/oauth/endpoint",
      headers: { host: "called.example" },
    });
    const { data } = answer.json<{ data: string }>();
    expect(new URL(data).searchParams.get("redirect_uri")).toBe("http://called.example/oauth/oidc");
    await running.set("ServerAddress", server);
  });

  it("creates an account of the claims and finds it by the subject", async () => {
    provider.person = {
      sub: "subject-a",
      preferred_username: "ada.l",
      name: "Ada Lovelace",
      email: "Ada@Example.org",
      email_verified: true,
    };
    const first = await signIn();
    expect(first.data).toMatchObject({
      username: "ada.l",
      display_name: "Ada Lovelace",
      email: "ada@example.org",
    });
    expect(await linksOf(running, first.data?.id ?? 0)).toMatchObject({
      oidc_id: "subject-a",
      email_verified: 1,
    });
    provider.person = { sub: "subject-a", preferred_username: "renamed" };
    expect((await signIn()).data?.id).toBe(first.data?.id);
  });

  it("never takes over an account of the same name or address", async () => {
    const bob = await aUser(running, { username: "bob" });
    provider.person = { sub: "subject-b", preferred_username: "bob" };
    const answer = await signIn();
    expect(answer.data).toMatchObject({ username: "bob_2" });
    expect(await linksOf(running, bob.id)).toMatchObject({ oidc_id: "" });
    await aUser(running, { email: "carol@example.org", email_verified: 1 });
    provider.person = { sub: "subject-c", email: "carol@example.org", email_verified: true };
    expect((await signIn()).code).toBe("oauth.email_taken");
    provider.person = { sub: "subject-c", email: "carol@example.org", email_verified: false };
    expect((await signIn()).data?.email).toBe("");
  });

  it("uses the name from the claim of the setting, else from what there is", async () => {
    await running.set("OIDCUsernameClaims", "nickname,email");
    provider.person = { sub: "subject-d", preferred_username: "not-this", email: "dora@example.org" };
    expect((await signIn()).data?.username).toBe("dora-example.org");
    provider.person = { sub: "subject-e" };
    expect((await signIn()).data?.username).toMatch(/^oidc_\w{8}$/);
    await running.set("OIDCUsernameClaims", "preferred_username");
  });

  it("links the account to the signed-in user", async () => {
    const user = await aUser(running);
    const browser = aBrowser(running);
    await browser.signIn(user);
    provider.person = { sub: "subject-f" };
    expect((await signIn(browser)).body).toMatchObject({ message: "bind", data: null });
    expect(await linksOf(running, user.id)).toMatchObject({ oidc_id: "subject-f" });
  });

  it("accepts a code once", async () => {
    const browser = aBrowser(running);
    const back = await provider.visit(await sendAddress(browser));
    expect((await bring(browser, back)).status).toBe(200);
    const other = new URL(await sendAddress(browser));
    back.searchParams.set("state", other.searchParams.get("state") ?? "");
    expect((await bring(browser, back)).code).toBe("oauth.refused");
  });

  it("reports a wrong secret, and accepts the correct one without a restart", async () => {
    await running.set("OIDCClientSecret", "wrong");
    expect((await signIn()).code).toBe("oauth.misconfigured");
    await running.set("OIDCClientSecret", provider.clientSecret);
    expect((await signIn()).status).toBe(200);
  });
});

describe("with a forging provider", () => {
  beforeEach(() => {
    forger.forgery = {};
    return running.set("OIDCIssuer", forger.url);
  });
  const signIn = async (forgery: Forgery) => {
    const browser = aBrowser(running);
    const address = await sendAddress(browser);
    forger.forgery = forgery;
    return { browser, answer: await bring(browser, forger.visit(address)) };
  };

  it("accepts honest claims", async () => {
    expect((await signIn({})).answer.data).toMatchObject({ username: "forged", email: "" });
  });

  it.each<[string, Forgery]>([
    ["claims changed after signing", { changedAfterSigning: { sub: "subject-of-root" } }],
    ["an unknown key's signature", { key: "strange" }],
    ["no signature", { alg: "none" }],
    ["a signature of another kind", { alg: "HS256" }],
    ["another sign-in's nonce", { claims: { nonce: "another" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another client's token", { claims: { aud: "another-client" } }],
    ["another provider's token", { claims: { iss: "https://another.example" } }],
    ["an expired token", { claims: { exp: 1_000_000 } }],
    ["a code of another provider (mix-up)", { iss: "https://another.example" }],
    ["a record of another person", { claims: { email: undefined }, userInfo: { sub: "someone-else" } }],
  ])("rejects %s, and uses the state up", async (_, forgery) => {
    const before = await running.database.queries.selectFrom("users").select("id").execute();
    const { browser, answer } = await signIn(forgery);
    expect([answer.status, answer.code]).toEqual([400, "oauth.refused"]);
    expect(browser.cookie("session")).toBeUndefined();
    expect(await running.database.queries.selectFrom("users").select("id").execute()).toHaveLength(
      before.length,
    );
    expect(
      await running.database.queries
        .selectFrom("sign_in_states")
        .selectAll()
        .where("attempts", ">", 0)
        .execute(),
    ).toEqual([]);
  });

  it("rejects a code that was injected from another browser's sign-in: the verifier is not its own", async () => {
    const [victim, attacker] = [aBrowser(running), aBrowser(running)];
    const stolen = forger.visit(await sendAddress(victim));
    const own = forger.visit(await sendAddress(attacker));
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect((await bring(attacker, own)).code).toBe("oauth.refused");
  });

  it("retries where the provider did not receive the code, and not where it did", async () => {
    const browser = aBrowser(running);
    const back = forger.visit(await sendAddress(browser));
    forger.forgery = { fault: { path: "/token", reply: "cut" } };
    expect((await bring(browser, back)).code).toBe("oauth.unreachable");
    forger.forgery = {};
    expect((await bring(browser, back)).status).toBe(200);
  });

  it("builds no address where the provider is unreachable or is another one", async () => {
    await running.set("OIDCIssuer", `${forger.url}/nowhere`);
    const wrong = await aBrowser(running).call("GET", "/api/oauth/endpoint");
    expect([wrong.status, wrong.code]).toEqual([502, "oauth.misconfigured"]);
    await running.set("OIDCIssuer", "http://127.0.0.1:9");
    const silent = await aBrowser(running).call("GET", "/api/oauth/endpoint");
    expect([silent.status, silent.code]).toEqual([502, "oauth.unreachable"]);
    await running.set("OIDCAuthEnabled", false);
    expect((await aBrowser(running).call("GET", "/api/oauth/endpoint")).code).toBe("oauth.method_disabled");
    await running.set("OIDCAuthEnabled", true);
  });
});
