import type { SettingRow } from "@tollgate/contract/setting-endpoints";
import type { SiteInfo } from "@tollgate/contract/site-info";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asVisitor, asRoot, asUser, type Client, signIn } from "../../../test/support/as-user.ts";
import { anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, rootPassword, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let admin: Client;
beforeEach(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  admin = await asUser(running, await anAdmin(running));
});
afterEach(() => running.stop());

const rows = async (client: Client) => (await client.get<SettingRow[]>("/api/option/")).data;
const row = async (key: string) => (await rows(root)).find((one) => one.key === key);
const save = (
  client: Client,
  section: string,
  values: Record<string, unknown>,
  seen?: Record<string, string>,
) => client.put<{ changed: string[] }>(`/api/option/section/${section}`, { values, ...(seen && { seen }) });
const stored = () => running.database.queries.selectFrom("options").selectAll().orderBy("key").execute();
const audited = async () =>
  (await running.database.queries.selectFrom("audit_entries").selectAll().execute())
    .filter((entry) => entry.action === "setting.change")
    .map((entry) => JSON.parse(entry.detail) as Record<string, unknown>);

describe("a section of settings", () => {
  it("is saved as one: only changes are written, announced once and audited with both values", async () => {
    const before = running.announced.length;
    const answer = await save(admin, "retries", { RetryTimes: 4, RetryCooldownSeconds: 5, RetryTimeOut: 30 });
    expect(answer.data.changed).toEqual(["RetryTimes", "RetryTimeOut"]);
    expect(await stored()).toEqual([
      { key: "RetryTimeOut", value: "30" },
      { key: "RetryTimes", value: "4" },
    ]);
    expect(running.announced.slice(before)).toEqual(["settings"]);
    expect(await audited()).toEqual([{ RetryTimes: [2, 4], RetryTimeOut: [10, 30] }]);
    expect((await save(admin, "retries", { RetryTimes: 4 })).data.changed).toEqual([]);
    expect(running.announced.slice(before)).toEqual(["settings"]);
  });

  it("names every invalid field together and saves nothing of the rest", async () => {
    const answer = await save(root, "smtp", {
      SMTPServer: "mail.example",
      SMTPPort: 0,
      SMTPFrom: "x".repeat(501),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.map((field) => field.path)).toEqual(["values.SMTPPort", "values.SMTPFrom"]);
    const strange = await save(root, "smtp", { RetryTimes: 1, Nonsense: 1, constructor: 1 });
    expect(strange.body.fields?.map((field) => [field.path, field.code])).toEqual([
      ["values.RetryTimes", "unrecognized_keys"],
      ["values.Nonsense", "unrecognized_keys"],
      ["values.constructor", "unrecognized_keys"],
    ]);
    const raw = '{"values":{"__proto__":{"SMTPPort":1},"SMTPServer":"m"}}';
    const response = await running.app.inject({
      method: "PUT",
      url: "/api/option/section/smtp",
      headers: { "content-type": "application/json", ...(await rootCookie()) },
      payload: raw,
    });
    expect(response.statusCode).toBeLessThan(500);
    expect(({} as Record<string, unknown>)["SMTPPort"]).toBeUndefined();
  });

  it("rejects an unknown name", async () => {
    expect((await save(root, "nothing", {})).body.fields?.[0]?.path).toBe("section");
  });

  it("keeps its secrets: set, replaced, cleared, and never returned", async () => {
    await save(root, "smtp", { SMTPToken: "hunter-22" });
    expect(await row("SMTPToken")).toMatchObject({ value: "", is_set: true, secret: true, root: true });
    await save(root, "smtp", { SMTPServer: "mail.example", SMTPToken: "" });
    expect(await row("SMTPToken")).toMatchObject({ is_set: true });
    await save(root, "smtp", { SMTPToken: "hunter-23" });
    const texts = [
      (await root.get("/api/option/")).text,
      JSON.stringify(await stored()),
      JSON.stringify(await audited()),
      running.logLines.join(""),
    ];
    for (const text of texts) expect(text).not.toContain("hunter");
    await save(root, "smtp", { SMTPToken: null });
    expect(await row("SMTPToken")).toMatchObject({ value: "", is_set: false });
    expect((await audited()).map((detail) => detail["SMTPToken"])).toEqual([
      "set",
      undefined,
      "replaced",
      "cleared",
    ]);
  });

  it("is shown to administrators; changes of the super administrator's settings are rejected by name", async () => {
    const list = await rows(admin);
    expect(list.find((one) => one.key === "SMTPServer")).toMatchObject({ root: true, section: "smtp" });
    expect(list.find((one) => one.key === "SystemName")).toMatchObject({ root: false, value: "Tollgate" });
    const answer = await save(admin, "login", { RegisterEnabled: false, PasswordLoginEnabled: true });
    expect([answer.status, answer.code]).toEqual([403, "setting.root_only"]);
    expect(answer.body.fields?.map((field) => field.path)).toEqual([
      "values.RegisterEnabled",
      "values.PasswordLoginEnabled",
    ]);
    expect(await stored()).toEqual([]);
    expect((await save(admin, "brand", { SystemName: "Acme" })).status).toBe(200);
    expect((await asVisitor(running).get<SiteInfo>("/api/status")).data.system_name).toBe("Acme");
  });

  it("is not overwritten by a form with outdated values", async () => {
    const seen = { SystemName: "Tollgate" };
    await save(root, "brand", { SystemName: "First" }, seen);
    const late = await save(admin, "brand", { SystemName: "Second" }, seen);
    expect([late.status, late.code, late.body.fields?.[0]?.path]).toEqual([
      409,
      "setting.changed_meanwhile",
      "values.SystemName",
    ]);
    expect((await save(admin, "brand", { SystemName: "First" }, seen)).status).toBe(200);
    expect((await save(admin, "brand", { Logo: "/logo.svg" }, { ...seen, Logo: "" })).data.changed).toEqual([
      "Logo",
    ]);
  });
});

describe("chat links with users' keys", () => {
  const link = (url: string, more: object = {}) => ({ name: "A", url, show: true, sort: 1, ...more });
  const chat = (client: Client, values: Record<string, unknown>) => save(client, "chat_links", values);

  it.each([
    "http://chat.example/#{key}",
    "http://localhost:3000/#{key}",
    "HTTP://chat.example/?k={key}",
    "/chat?key={key}",
    "ftp://chat.example/{key}",
    "someapp://add?key={key}",
    "mailto:evil@example.org?body={key}",
    "https:///evil.example/{key}",
    "https://user@evil.example/{key}",
  ])("lead only to https and the known apps: not %s", async (url) => {
    const answer = await chat(root, { ChatLinks: [link("https://fine.example/"), link(url)], ChatLink: url });
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.map(({ path, code }) => [path, code])).toEqual([
      ["values.ChatLinks.1.url", "setting.chat_key_address"],
      ["values.ChatLink", "setting.chat_key_address"],
    ]);
    const one = await root.put("/api/option/", { key: "ChatLink", value: url });
    expect(one.body.fields).toMatchObject([{ path: "value", code: "setting.chat_key_address" }]);
    expect(await stored()).toEqual([]);
  });

  it("are set by the super administrator, while administrators set those without a key", async () => {
    const stolen = "https://evil.example/#{key}";
    const rejected = await chat(admin, { ChatLinks: [link("https://fine.example/"), link(stolen)] });
    expect(rejected.body.fields).toMatchObject([
      { path: "values.ChatLinks.1.url", code: "setting.chat_key_root_only" },
    ]);
    expect((await chat(admin, { ChatLink: stolen })).status).toBe(400);
    expect(await stored()).toEqual([]);
    const plain = ["https://fine.example/?s={server}", "http://fine.example", "someapp://open", "/chat"];
    expect((await chat(admin, { ChatLinks: plain.map((url) => link(url)) })).status).toBe(200);
    expect((await chat(root, { ChatLinks: [link(stolen)] })).status).toBe(200);
  });

  it("stay in place when an administrator changes the others", async () => {
    const own = "https://chat.example/#{key}";
    await chat(root, { ChatLinks: [link(own)], ChatLink: "" });
    const both = [link(own, { sort: 5, show: false }), link("https://fine.example/")];
    expect((await chat(admin, { ChatLinks: both })).status).toBe(200);
    expect((await chat(admin, { ChatLinks: [link(`${own}&x`)] })).status).toBe(400);
  });

  it("that were saved before the rule are not returned", async () => {
    const stored = (id: string, url: string) => ({ ...link(url), id });
    await running.set("ChatLinks", [
      stored("1", "http://evil.example/#{key}"),
      stored("2", "https://fine.example/#{key}"),
    ]);
    await running.set("ChatLink", "http://evil.example/{key}");
    const { data } = await asVisitor(running).get<SiteInfo>("/api/status");
    expect(JSON.parse(data.chat_links)).toMatchObject([{ url: "https://fine.example/#{key}" }]);
    expect(data).not.toHaveProperty("chat_link");
  });
});

describe("one setting, as the family's clients save it", () => {
  const put = (key: string, value: unknown, client = root) => client.put("/api/option/", { key, value });

  it.each([
    ["RegisterEnabled", "false", "false"],
    ["RetryTimes", "3", "3"],
    ["RetryTimes", 4, "4"],
    ["DisplayInCurrencyEnabled", false, "false"],
    ["EmailDomainWhitelist", "a.com, B.org,c.net", "a.com,b.org,c.net"],
    ["EmailDomainWhitelist", '["d.com"]', "d.com"],
    ["DisableChannelKeywords", "ended early\r\n\nno, really", "ended early\nno, really"],
    ["ServerAddress", "https://AI.example.com/", "https://ai.example.com"],
    [
      "ChatLinks",
      '[{"id":"k3x","name":"A","url":"https://a.example/#{key}","show":true,"sort":1}]',
      undefined,
    ],
    [
      "ChatLinks",
      '[{"name":"A","url":"https://a.example","show":true,"sort":""},{"id":1,"name":"B","url":"https://b.example","show":true,"sort":"2"}]',
      '[{"id":"2","name":"A","url":"https://a.example","show":true,"sort":0},{"id":"1","name":"B","url":"https://b.example","show":true,"sort":2}]',
    ],
  ])("accepts %s as %j", async (key, sent, kept) => {
    expect((await put(key, sent)).status).toBe(200);
    expect((await row(key))?.value).toBe(kept ?? sent);
  });

  it.each([
    ["RegisterEnabled", "yes"],
    ["RetryTimes", ""],
    ["RetryTimes", "1.5"],
    ["QuotaPerUnit", "0"],
    ["EmailDomainWhitelist", "not a domain, no"],
    ["ServerAddress", "https://example.com/path"],
    ["ServerAddress", "https://user@example.com"],
    ["ServerAddress", "javascript:alert(1)"],
    ["TopUpLink", "javascript:alert(1)"],
    ["Logo", "//evil.example/x.png"],
    ["ChatLinks", "not json"],
    ["ChatLinks", '[{"name":"A","url":"javascript:alert(1)","show":true,"sort":1}]'],
    ["ChatLinks", '[{"name":"A","url":"java\\tscript:alert(1)","show":true,"sort":1}]'],
  ])("rejects %s as %j and keeps the stored one", async (key, sent) => {
    const answer = await put(key, sent);
    expect([answer.status, answer.body.fields?.[0]?.path.split(".")[0]]).toEqual([400, "value"]);
    expect(await stored()).toEqual([]);
  });

  it("has no others, and only root may save one", async () => {
    expect((await put("Nonsense", "1")).code).toBe("setting.unknown");
    expect((await put("__proto__", "1")).code).toBe("setting.unknown");
    expect((await put("SystemName", "X", admin)).code).toBe("auth.forbidden");
  });

  it("clears a secret by an empty text", async () => {
    await put("SMTPToken", "hunter-22");
    expect((await row("SMTPToken"))?.is_set).toBe(true);
    await put("SMTPToken", "");
    expect((await row("SMTPToken"))?.is_set).toBe(false);
  });
});

async function rootCookie(): Promise<{ cookie: string }> {
  return { cookie: `session=${await signIn(running, { id: 1, username: "root", password: rootPassword })}` };
}
