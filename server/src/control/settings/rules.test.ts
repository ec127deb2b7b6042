import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { SettingKey } from "@tollgate/contract/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asRoot, type Client } from "../../../test/support/as-user.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { createChangeNotice } from "../../snapshot/change-notice.ts";
import { type DatabaseLocation, openDatabase } from "../../storage/database.ts";
import { createOptionRepository } from "../../storage/repositories/option-repository.ts";
import { createSettingsService } from "./service.ts";

let running: ControlApp;
let root: Client;
let folder: string;
let location: DatabaseLocation;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-settings-"));
  location = { kind: "sqlite", file: path.join(folder, "test.db") };
  running = await startControlApp({ location });
  root = await asRoot(running);
});
afterEach(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const save = (section: string, values: Record<string, unknown>, client = root) =>
  client.put(`/api/option/section/${section}`, { values });
const problems = async (section: string, values: Record<string, unknown>) =>
  (await save(section, values)).body.fields?.map(
    (field) => `${field.path.replace("values.", "")} ${field.code}`,
  );

describe("a switch", () => {
  it.each<[string, SettingKey, Record<string, unknown>, string[]]>([
    [
      "github",
      "GitHubOAuthEnabled",
      { GitHubClientId: "i", GitHubClientSecret: "s" },
      ["GitHubClientId", "GitHubClientSecret"],
    ],
    [
      "lark",
      "LarkAuthEnabled",
      { LarkClientId: "i", LarkClientSecret: "s" },
      ["LarkClientId", "LarkClientSecret"],
    ],
    [
      "wechat",
      "WeChatAuthEnabled",
      { WeChatServerAddress: "http://10.0.0.1:3000", WeChatServerToken: "t" },
      ["WeChatServerAddress", "WeChatServerToken"],
    ],
    [
      "oidc",
      "OIDCAuthEnabled",
      { OIDCIssuer: "https://id.example/realms/a/", OIDCClientId: "i", OIDCClientSecret: "s" },
      ["OIDCIssuer", "OIDCClientId", "OIDCClientSecret"],
    ],
    [
      "turnstile",
      "TurnstileCheckEnabled",
      { TurnstileSiteKey: "k", TurnstileSecretKey: "s" },
      ["TurnstileSiteKey", "TurnstileSecretKey"],
    ],
  ])("of %s needs its credentials, before and after", async (section, toggle, credentials, needed) => {
    expect(await problems(section, { [toggle]: true })).toEqual(needed.map((key) => `${key} setting.needed`));
    expect((await save(section, { [toggle]: true, ...credentials })).status).toBe(200);
    const last = needed.at(-1) as string;
    expect(await problems(section, { [last]: null })).toEqual([`${last} setting.needed`]);
    expect((await save(section, { [toggle]: false, [last]: null })).status).toBe(200);
  });

  it("that needs settings of another section reports it at the switch", async () => {
    expect(await problems("login", { EmailVerificationEnabled: true })).toEqual([
      "EmailVerificationEnabled setting.mail_needed",
    ]);
    await save("smtp", { SMTPServer: "mail.example", SMTPAccount: "us@example.org" });
    expect((await save("login", { EmailVerificationEnabled: true })).status).toBe(200);
    expect(await problems("smtp", { SMTPServer: "" })).toEqual(["SMTPServer setting.needed"]);
    expect(
      await problems("email_domains", { EmailDomainRestrictionEnabled: true, EmailDomainWhitelist: [] }),
    ).toEqual(["EmailDomainWhitelist setting.needed"]);
    const single = await root.put("/api/option/", { key: "GitHubOAuthEnabled", value: "true" });
    expect(single.body.fields?.[0]).toMatchObject({ path: "value", code: "setting.needs_others" });
  });

  it("does not block unrelated settings", async () => {
    await running.set("GitHubOAuthEnabled", true);
    expect((await save("github", { GitHubOldIdCloseEnabled: false })).status).toBe(200);
  });
});

describe("the last sign-in method", () => {
  const github = { GitHubOAuthEnabled: true, GitHubClientId: "i", GitHubClientSecret: "s" };
  const link = (id: number, change: object) =>
    running.database.queries.updateTable("users").set(change).where("id", "=", id).execute();

  it("of the super administrators cannot be disabled, by any of the switches", async () => {
    const off = { PasswordLoginEnabled: false };
    const rejected = ["PasswordLoginEnabled setting.last_way_in"];
    expect(await problems("login", off)).toEqual(rejected);
    await save("github", github);
    expect(await problems("login", off)).toEqual(rejected);
    const administrator = await aUser(running, { role: 10 });
    await link(administrator.id, { github_id: "7" });
    expect(await problems("login", off)).toEqual(rejected);
    await link(1, { lark_id: "l" });
    expect(await problems("login", off)).toEqual(rejected);
    await link(1, { github_id: "8" });
    expect((await save("login", off)).status).toBe(200);
    expect(await problems("github", { GitHubOAuthEnabled: false })).toEqual([
      "GitHubOAuthEnabled setting.last_way_in",
    ]);
    expect((await save("login", { PasswordLoginEnabled: true })).status).toBe(200);
    expect((await save("github", { GitHubOAuthEnabled: false })).status).toBe(200);
  });

  it("is not an account that is disabled or gone", async () => {
    await save("github", github);
    const second = await aUser(running, { role: 100 });
    await link(second.id, { github_id: "9", status: 2 });
    expect((await save("login", { PasswordLoginEnabled: false })).status).toBe(400);
    await link(second.id, { status: 1, deleted_time: 5 });
    expect((await save("login", { PasswordLoginEnabled: false })).status).toBe(400);
    await link(second.id, { deleted_time: 0 });
    expect((await save("login", { PasswordLoginEnabled: false })).status).toBe(200);
  });
});

const url = await postgresOrSkip();

describe("concurrent changes", () => {
  it("never combine into a state that each of them alone would be rejected for", async () => {
    expect(await raceForGitHub(running, root)).toEqual(oneOfTwo);
  });

  it.skipIf(url === null)("also on PostgreSQL, where transactions run in parallel", async () => {
    const other = await startControlApp({ location: { kind: "postgres", url: url ?? "" } });
    try {
      expect(await raceForGitHub(other, await asRoot(other))).toEqual(oneOfTwo);
    } finally {
      await other.stop();
    }
  });

  it("reach another process within a second", async () => {
    const database = openDatabase(location);
    const changeNotice = await createChangeNotice(database, () => {});
    const { secretBox } = running;
    const options = createOptionRepository(database.queries);
    const elsewhere = await createSettingsService({ options, changeNotice, secretBox });
    await save("brand", { SystemName: "Everywhere" });
    await save("smtp", { SMTPToken: "hunter-22" });
    await expect
      .poll(() => [elsewhere.current().SystemName, elsewhere.current().SMTPToken], {
        interval: 20,
      })
      .toEqual(["Everywhere", "hunter-22"]);
    changeNotice.stop();
    await database.close();
  });
});

/** The end of every race: one change was rejected, and no method is enabled without its credentials. */
const oneOfTwo = Array.from({ length: 10 }, () => ({ statuses: [200, 400], onWithoutId: false }));

/** One clears a credential while the other enables its method: the later one must be rejected. */
async function raceForGitHub(app: ControlApp, client: Client): Promise<typeof oneOfTwo> {
  const results: typeof oneOfTwo = [];
  for (let round = 0; round < 10; round++) {
    await save("github", { GitHubOAuthEnabled: false, GitHubClientId: "i", GitHubClientSecret: "s" }, client);
    const answers = await Promise.all([
      save("github", { GitHubClientId: "" }, client),
      save("github", { GitHubOAuthEnabled: true }, client),
    ]);
    const rows = await app.database.queries.selectFrom("options").selectAll().execute();
    const value = (key: string) => rows.find((row) => row.key === key)?.value;
    results.push({
      statuses: answers.map((answer) => answer.status).sort((a, b) => a - b),
      onWithoutId: value("GitHubOAuthEnabled") === "true" && value("GitHubClientId") === '""',
    });
  }
  return results;
}
