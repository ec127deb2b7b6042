import type { CaptureState, CaptureTarget } from "@tollgate/contract/captures";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, aLog, anAdmin, aToken, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let admin: Client;
let user: TestUser;
let own: Client;
let tokenId: number;
let logId: number;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  admin = await asUser(running, await anAdmin(running));
  user = await aUser(running);
  own = await asUser(running, user);
  tokenId = (await aToken(running, user.id, { name: "watched" })).id;
  await aLog(running, user.id, { request_id: "call-1" });
  const row = await running.database.queries.selectFrom("logs").select("id").executeTakeFirstOrThrow();
  logId = row.id;
  await running.services.captures.keep({
    requestId: "call-1",
    createdAt: running.clock.now(),
    userId: user.id,
    secrets: ["the-channels-own-key"],
    request: { type: "application/json", beginning: Buffer.from('{"q":"the-channels-own-key"}'), bytes: 28 },
    response: { type: "audio/mpeg", beginning: Buffer.from([255, 251, 0]), bytes: 3 },
  });
});
afterAll(() => running.stop());

const form = () => ({ kind: "token", target_id: tokenId, hours: 2 });

it("belong to the super administrator, until the setting allows administrators", async () => {
  expect((await admin.post("/api/capture/", form())).code).toBe("auth.forbidden");
  expect((await admin.get(`/api/capture/log/${logId}`)).code).toBe("auth.forbidden");
  expect((await admin.post(`/api/capture/log/${logId}/read`)).code).toBe("auth.forbidden");
  expect((await admin.get<CaptureState>("/api/capture/")).data).toEqual({ allowed: false, targets: [] });
  expect((await own.post("/api/capture/", form())).code).toBe("auth.forbidden");
  await root.put("/api/option/", { key: "CaptureByAdmins", value: "true" });
  expect((await admin.get<CaptureState>("/api/capture/")).data.allowed).toBe(true);
  expect((await admin.post("/api/capture/", form())).status).toBe(200);
  const rootToken = await aToken(running, 1, { name: "root's" });
  expect((await admin.post("/api/capture/", { ...form(), target_id: rootToken.id })).code).toBe(
    "auth.forbidden",
  );
  await aLog(running, 1, { request_id: "roots" });
  const roots = await running.database.queries
    .selectFrom("logs")
    .select("id")
    .where("request_id", "=", "roots")
    .executeTakeFirstOrThrow();
  expect((await admin.post(`/api/capture/log/${roots.id}/read`)).code).toBe("auth.forbidden");
  await root.put("/api/option/", { key: "CaptureByAdmins", value: "false" });
});

it("of the super administrator's token are neither shown to administrators nor stopped by them", async () => {
  const rootToken = await aToken(running, 1, { name: "secret-project" });
  const { data: roots } = await root.post<CaptureTarget>("/api/capture/", {
    ...form(),
    target_id: rootToken.id,
  });
  const { data: users } = await root.post<CaptureTarget>("/api/capture/", form());
  await root.put("/api/option/", { key: "CaptureByAdmins", value: "true" });
  const { data } = await admin.get<CaptureState>("/api/capture/");
  const nameOf = (id: number) => data.targets.find((target) => target.id === id)?.target_name;
  expect(nameOf(roots.id)).toBe("");
  expect(nameOf(users.id)).toBe("watched");
  expect(JSON.stringify(data)).not.toContain("secret-project");
  expect((await admin.delete(`/api/capture/${roots.id}`)).code).toBe("auth.forbidden");
  expect((await admin.delete(`/api/capture/${users.id}`)).status).toBe(200);
  const { targets } = (await root.get<CaptureState>("/api/capture/")).data;
  expect(targets).toMatchObject([{ id: roots.id, target_name: "secret-project" }]);
  expect((await root.delete(`/api/capture/${roots.id}`)).status).toBe(200);
  await root.put("/api/option/", { key: "CaptureByAdmins", value: "false" });
});

it("are shown to administrators and to the token's owner while they run", async () => {
  const { data: target } = await root.post<CaptureTarget>("/api/capture/", form());
  const now = running.clock.now();
  expect(target).toMatchObject({ target_name: "watched", until: now + 7200, created_by: "root" });
  expect((await admin.get<CaptureState>("/api/capture/")).data.targets).toEqual([target]);
  expect((await own.get("/api/capture/self")).data).toEqual([{ token_id: tokenId, until: now + 7200 }]);
  expect((await root.get("/api/capture/self")).data).toEqual([]);
  running.clock.advance(7200);
  expect((await own.get("/api/capture/self")).data).toEqual([]);
  expect((await root.delete(`/api/capture/${target.id}`)).status).toBe(200);
  expect((await root.delete(`/api/capture/${target.id}`)).code).toBe("capture.not_found");
});

it("are read without keys and media, and reading is audited", async () => {
  expect((await root.get(`/api/capture/log/${logId}`)).data).toMatchObject({
    request: { complete: true, bytes: 28 },
    response: { complete: false, bytes: 3 },
  });
  const { data } = await root.post(`/api/capture/log/${logId}/read`);
  expect(data).toMatchObject({ request: { text: '{"q":"[key]"}' }, response: { text: "" } });
  const entries = await running.database.queries
    .selectFrom("audit_entries")
    .selectAll()
    .where("action", "=", "capture.read")
    .execute();
  expect(entries).toMatchObject([{ actor_id: 1, target_id: String(logId) }]);
  expect(JSON.stringify(entries)).not.toContain("the-channels");
});

it("reject unknown ids, and times that are too long", async () => {
  expect((await root.post("/api/capture/", { ...form(), target_id: 999 })).code).toBe("token.not_found");
  expect((await root.post("/api/capture/", { ...form(), kind: "channel", target_id: 999 })).code).toBe(
    "channel.not_found",
  );
  const tooLong = await root.post("/api/capture/", { ...form(), hours: 169 });
  expect(tooLong.body.fields?.[0]?.path).toBe("hours");
  expect((await root.get("/api/capture/log/99999")).code).toBe("log.not_found");
  const { data } = await root.post<{ id: number }>("/api/channel/", aChannel({ name: "upstream" }));
  const started = await root.post<CaptureTarget>("/api/capture/", {
    kind: "channel",
    target_id: data.id,
    hours: 1,
  });
  expect(started.data.target_name).toBe("upstream");
});

it("are deleted after their retention", async () => {
  running.clock.advance(6 * 86_400);
  await running.services.captures.prune();
  expect((await root.get(`/api/capture/log/${logId}`)).data).not.toBeNull();
  running.clock.advance(86_400);
  await running.services.captures.prune();
  expect((await root.get(`/api/capture/log/${logId}`)).data).toBeNull();
  expect((await root.post(`/api/capture/log/${logId}/read`)).code).toBe("capture.not_found");
});
