import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminUser } from "@tollgate/contract/users";
import { type Answer, asVisitor, asRoot, asUser, type Client } from "../support/as-user.ts";
import { aUser, anAdmin } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
let root: Client;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  await running.set("RegisterEnabled", true);
  await running.set("PasswordRegisterEnabled", true);
  await running.set("EmailVerificationEnabled", false);
  root = await asRoot(running);
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running.stop());

const password = "a long password";
const mixed = ["pаypal", "gοοgle", "Aннa"];
const reserved = [
  "admin",
  "Administrator",
  "ROOT",
  "аdmin",
  "r00t",
  "adm1n",
  "sup-port",
  "tollgate",
  "管理员",
];

const ways: [string, (username: string) => Promise<Answer<unknown>>][] = [
  ["registers", (username) => asVisitor(running).post("/api/user/register", { username, password })],
  [
    "renames themself",
    async (username) =>
      (await asUser(running, await aUser(running))).put("/api/user/self", { display_name: "", username }),
  ],
  ["is created by an administrator", (username) => admin.post("/api/user/", { username, password })],
  [
    "is renamed by an administrator",
    async (username) => admin.put("/api/user/", { id: (await aUser(running)).id, username }),
  ],
];

describe.each(ways)("a user who %s", (_way, take) => {
  it.each(mixed)("does not get %s, whose letters are of two scripts", async (name) => {
    const answer = await take(name);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toMatchObject([{ path: "username", code: "username.mixed_scripts" }]);
  });

  it.each(reserved)("cannot impersonate the administrator as %s", async (name) => {
    const answer = await take(name);
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.map((field) => field.path)).toContain("username");
    const codes = answer.body.fields?.map((field) => field.code) ?? [];
    expect(["username.reserved", "username.mixed_scripts"]).toContain(codes.at(-1));
  });
});

it("the super administrator may assign reserved names, but none of two scripts", async () => {
  const made = await root.post<AdminUser>("/api/user/", { username: "support", password });
  expect(made.status).toBe(200);
  expect((await root.put("/api/user/", { id: made.data.id, username: "billing" })).status).toBe(200);
  expect((await root.post("/api/user/", { username: "suppоrt", password })).body.fields).toMatchObject([
    { code: "username.mixed_scripts" },
  ]);
});

it("a user with such a name keeps it, in their own form and an administrator's", async () => {
  for (const username of ["moderator", "pаypal"]) {
    const user = await aUser(running, { username });
    const own = await asUser(running, user);
    expect((await own.put("/api/user/self", { display_name: "Mo", username })).status).toBe(200);
    expect((await admin.put("/api/user/", { id: user.id, username, display_name: "M" })).status).toBe(200);
    expect((await own.get<{ username: string }>("/api/user/self")).data.username).toBe(username);
  }
});
