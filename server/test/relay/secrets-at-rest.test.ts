import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { settingDefinition, settingKeys } from "@tollgate/contract/settings";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";

/**
 * The real process with every kind of secret: none of them is unencrypted in the data folder (except the server's own
 * key), in what the process prints, or in its responses to errors.
 */
const main = path.resolve(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-secrets-"));
let upstream: FakeUpstream;
let child: ChildProcess;
let url: string;
let printed = "";
/** Name → the secret itself. */
const secrets: Record<string, string> = {
  "root's password": "root-password-of-this-test",
  "a password typed wrongly": "wrong-password-of-this-test",
  "a user's password": "user-password-of-this-test",
  "the channel's key": "upstream.key.without.any.shape",
  "the proxy's password": "proxy-password-of-this-test",
  "the channel's header": "header-credential-of-this-test",
  "the channel's parameter": "parameter-credential-of-this-test",
  "the channel's plug-in": "plugin-credential-of-this-test",
};
/** Repeated in an error to the caller that sent it, so it is excluded from that caller's responses. */
const failures: { of: string; text: string }[] = [];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      ROOT_PASSWORD: secrets["root's password"],
      LOG_LEVEL: "trace",
    },
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  url = await new Promise<string>((resolve, reject) => {
    const hear = (data: Buffer): void => {
      printed += data.toString();
      const match = /ready at (http:\S+)/.exec(printed);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    void exited.then((code) => reject(new Error(`exited ${code}: ${printed}`)));
  });
  await writeSecrets();
  await causeErrors();
}, 60_000);
afterAll(async () => {
  child.kill("SIGKILL");
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

let cookie = "";
async function api<T>(method: string, address: string, body?: unknown): Promise<T> {
  const response = await fetch(url + address, {
    method,
    headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const set = response.headers.getSetCookie().find((line) => line.startsWith("session="));
  if (set !== undefined) cookie = set.split(";")[0] ?? "";
  const envelope = (await response.json()) as { success: boolean; data: T };
  if (!envelope.success) throw new Error(`${method} ${address}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

let relayKey = "";
const aChannel = (more: object) => ({
  name: "channel",
  type: 1,
  key: secrets["the channel's key"],
  base_url: upstream.url,
  groups: ["default"],
  models: ["m"],
  ...more,
});

async function writeSecrets(): Promise<void> {
  const password = secrets["root's password"];
  await api("POST", "/api/user/login", { username: "root", password });
  secrets["a session's cookie"] = cookie.replace("session=", "");
  // The bot calls no host outside this machine.
  await api("PUT", "/api/option/", { key: "TelegramApiAddress", value: upstream.url });
  for (const key of settingKeys.filter((one) => settingDefinition(one).secret)) {
    // Telegram's tokens begin with the bot's number.
    secrets[`the setting ${key}`] = `${key === "TelegramBotToken" ? "123456789:" : ""}${key}-of-this-test`;
    await api("PUT", "/api/option/", { key, value: secrets[`the setting ${key}`] });
  }
  await api(
    "POST",
    "/api/channel/",
    aChannel({ model_headers: JSON.stringify({ "x-gate": secrets["the channel's header"] }) }),
  );
  await api(
    "POST",
    "/api/channel/",
    aChannel({
      models: ["other"],
      proxy: `http://proxy-user:${secrets["the proxy's password"]}@127.0.0.1:1`,
      custom_parameter: JSON.stringify({ metadata: { credential: secrets["the channel's parameter"] } }),
      plugin: { headers: { "x-own": secrets["the channel's plug-in"] } },
    }),
  );
  await api("POST", "/api/prices/single", {
    model: "m",
    type: "tokens",
    channel_type: 1,
    input: 1,
    output: 1,
  });
  await api("POST", "/api/prices/single", {
    model: "other",
    type: "tokens",
    channel_type: 1,
    input: 1,
    output: 1,
  });
  relayKey = (await api<{ key: string }>("POST", "/api/token/", { name: "t", unlimited_quota: true })).key;
  secrets["a token's key"] = relayKey.replace("sk-", "");
  secrets["an access token"] = await api<string>("POST", "/api/user/token", { current_password: password });
  await api("POST", "/api/user/", { username: "ada", password: secrets["a user's password"] });
  const { secret } = await api<{ secret: string }>("POST", "/api/user/second_factor", {
    current_password: password,
  });
  secrets["the authenticator's secret"] = secret;
  const { recovery_codes } = await api<{ recovery_codes: string[] }>(
    "POST",
    "/api/user/second_factor/confirm",
    {
      code: generateSync({ secret }),
    },
  );
  secrets["a recovery code"] = recovery_codes[0] ?? "";
}

/** Sends invalid requests, and stores the responses. */
async function fail(of: string, address: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url + address, init);
  const text = await response.text();
  expect([of, response.status >= 400]).toEqual([of, true]);
  failures.push({ of, text });
}

async function causeErrors(): Promise<void> {
  const json = { "content-type": "application/json" };
  const signedIn = { ...json, cookie };
  const relay = { ...json, authorization: `Bearer ${relayKey}` };
  const chat = (model: string): RequestInit => ({
    method: "POST",
    headers: relay,
    body: JSON.stringify({ model, messages: [{ role: "user", content: "hi" }] }),
  });
  const login = (body: string): RequestInit => ({ method: "POST", headers: json, body });
  const wrong = secrets["a password typed wrongly"];
  await fail(
    "a wrong password",
    "/api/user/login",
    login(JSON.stringify({ username: "root", password: wrong })),
  );
  await fail("a broken body", "/api/user/login", login(`{"username":"root","password":"${wrong}"`));
  await fail(
    "a password of a wrong type",
    "/api/user/login",
    login(JSON.stringify({ username: 5, password: [wrong] })),
  );
  await fail("a field that is rejected", "/api/channel/", {
    method: "POST",
    headers: signedIn,
    body: JSON.stringify(aChannel({ name: "", proxy: `ftp://u:${secrets["the proxy's password"]}@x` })),
  });
  await fail("a setting that is rejected", "/api/option/", {
    method: "PUT",
    headers: signedIn,
    body: JSON.stringify({ key: "NoSuchSetting", value: secrets["the setting SMTPToken"] }),
  });
  await fail("a key in the query", `/v1/no-such-call?key=${relayKey}`, {});
  await fail("a key in the query of the console API", `/api/no-such-call?access_token=${relayKey}`, {});
  // An upstream that quotes everything it received, as some do.
  upstream.answer((response, request) => {
    const said = JSON.stringify({
      key: secrets["the channel's key"],
      sent: request.headers,
      body: request.text,
    });
    response.writeHead(400, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ error: { message: `wrong: ${said}`, code: secrets["the channel's key"] } }),
    );
  });
  await fail("an upstream that quotes", "/v1/chat/completions", chat("m"));
  upstream.answer((response, request) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`<html>${JSON.stringify(request.headers)} ${secrets["the channel's key"]}`);
  });
  await fail("an answer that cannot be read", "/v1/chat/completions", chat("m"));
  await fail("a proxy that is not there", "/v1/chat/completions", chat("other"));
  for (const id of [1, 2]) {
    const tested = await fetch(`${url}/api/channel/test/${id}?model=m`, { headers: { cookie } });
    failures.push({ of: "a channel's test", text: await tested.text() });
  }
  for (const address of [
    "/api/channel/",
    "/api/channel/1/events",
    "/api/channel/2/events",
    "/api/log/",
    "/api/audit/",
  ]) {
    const answer = await fetch(url + address, { headers: { cookie } });
    failures.push({ of: `${address} afterwards`, text: await answer.text() });
  }
}

/** Header values and parameters are the operator's own configuration, which administrators can read. */
const readByAdministrators = ["the channel's header", "the channel's parameter", "the channel's plug-in"];

describe("no unencrypted secret", () => {
  it("in the data folder", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) !== "secret.key")
      .map((file) => path.join(folder, file))
      .filter((file) => statSync(file).isFile());
    expect(files.some((file) => file.endsWith(".db"))).toBe(true);
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    expect(bytes.includes("an upstream that quotes".slice(3, 11))).toBe(true);
    const found = Object.entries(secrets).filter(([, secret]) => bytes.includes(secret));
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it("in what the process prints during errors", () => {
    expect(printed).toContain('"level"');
    const found = Object.entries(secrets).filter(([, secret]) => printed.includes(secret));
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it("in its error responses, or in lists afterwards", () => {
    expect(failures.length).toBeGreaterThan(12);
    const found = failures.flatMap(({ of, text }) =>
      Object.entries(secrets)
        .filter(
          ([name]) =>
            !(/^(\/api\/channel\/ |a channel's test)/.test(of) && readByAdministrators.includes(name)),
        )
        .filter(([, secret]) => text.includes(secret))
        .map(([name]) => `${of}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});
