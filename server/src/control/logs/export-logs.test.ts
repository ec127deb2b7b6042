import type { LogName, LogRow } from "@tollgate/contract/logs";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, type Client, signIn } from "../../../test/support/as-user.ts";
import { aChannel, aLog, anAdmin, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: TestUser;
let admin: Client;
let user: TestUser;
let own: Client;
let now: number;
beforeAll(async () => {
  running = await startControlApp();
  now = running.clock.now();
  root = await anAdmin(running);
  admin = await asUser(running, root);
  user = await aUser(running);
  own = await asUser(running, user);
  const channel = await admin.post<{ id: number }>("/api/channel/", aChannel({ name: "secret upstream" }));
  const mine = { username: user.username, channel_id: channel.data.id };
  await aLog(running, user.id, { ...mine, created_at: now - 1, token_name: "=cmd|'/c calc'!A1" });
  await aLog(running, user.id, {
    ...mine,
    created_at: now - 1,
    model_name: "o3",
    metadata: JSON.stringify({ upstream_model: "hidden", group_name: "vip" }),
  });
  await aLog(running, 1, { created_at: now, username: "root" });
});
afterAll(() => {
  // The client keeps its connections for later calls.
  running.app.server.closeAllConnections();
  return running.stop();
});

const lines = (text: string): string[] => text.replace("\uFEFF", "").trimEnd().split("\r\n");

describe("the export", () => {
  it("gives administrators every row, newest first, as a CSV without formulas", async () => {
    const file = await admin.get("/api/log/export?format=csv");
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toMatch(
      /^attachment; filename="tollgate-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head, first, second, third] = lines(file.text);
    expect(head).toMatch(/^time,type,outcome,user,token,model,/);
    expect(first).toContain(",root,");
    expect(second).toContain(",o3,");
    expect(third).toContain("'=cmd|");
    expect(third).toContain("secret upstream");
  });

  it("gives users their own rows, without administrators' fields", async () => {
    const { text } = await own.get(`/api/log/self/export?format=jsonl&username=root`);
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as LogRow);
    expect(rows.map((row) => [row.username, row.channel, row.channel_id])).toEqual([
      [user.username, null, 0],
      [user.username, null, 0],
    ]);
    expect(text).not.toContain("hidden");
    expect(text).not.toContain("secret upstream");
    expect((await own.get("/api/log/export")).code).toBe("auth.forbidden");
  });

  it("applies the filter and audits who exported what", async () => {
    const { text } = await admin.get(`/api/log/export?username=${user.username}&model_name=o*`);
    expect(lines(text)).toHaveLength(2);
    const entries = await running.database.queries
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "log.export")
      .orderBy("id", "desc")
      .execute();
    expect(entries[0]).toMatchObject({ actor_id: root.id });
    expect(JSON.parse(entries[0]?.detail ?? "")).toMatchObject({
      format: "csv",
      everybody: true,
      username: user.username,
      model_name: "o*",
    });
    expect((await admin.get("/api/log/export?format=xls")).code).toBe("request.invalid");
    expect(lines((await admin.get("/api/log/export?username=no-such-user")).text)).toHaveLength(1);
  });

  it("has every row once, in chunks, also where many are of one second", async () => {
    const someone = await aUser(running);
    // Eight megabytes: more than the sockets' buffers accept from an export that is not read.
    const long = { content: "x".repeat(1000), request_id: "first" };
    await aLog(running, someone.id, { created_at: now - 50, ...long });
    for (let power = 0; power < 13; power += 1)
      await sql`insert into logs (created_at, type, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens,
        completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, metadata)
        select created_at - id % 3, type, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens,
        completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, metadata
        from logs where user_id = ${someone.id}`.execute(running.database.queries);
    const client = await asUser(running, someone);
    const { text } = await client.get("/api/log/self/export?format=jsonl");
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as LogRow);
    expect(rows).toHaveLength(8192);
    expect(new Set(rows.map((row) => row.id)).size).toBe(8192);
    const places = rows.map((row) => row.created_at * 1e6 + row.id);
    expect(places).toEqual(places.toSorted((a, b) => b - a));

    // A second one is rejected while the first runs, and allowed once its client left.
    await running.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = running.app.server.address() as AddressInfo;
    const headers = { cookie: `session=${await signIn(running, someone)}` };
    const download = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/api/log/self/export`, { headers, ...(signal && { signal }) });
    const leaving = new AbortController();
    const first = await download(leaving.signal);
    await first.body?.getReader().read();
    expect((await (await download()).json()) as object).toMatchObject({ code: "log.export_running" });
    expect((await client.get("/api/log/export/check")).code).toBe("log.export_running");
    expect((await own.get("/api/log/export/check")).status).toBe(200);
    leaving.abort();
    const whole = async () => (await (await download()).text()).split("\r\n").length;
    await expect.poll(whole, { timeout: 10_000 }).toBe(8194);
  });
});

describe("one row", () => {
  it("is found by its number by those who may see it", async () => {
    const [row] = (await admin.get<{ data: LogRow[] }>(`/api/log/?model_name=o3`)).data.data;
    expect((await admin.get<LogRow>(`/api/log/${row?.id}`)).data).toEqual(row);
    expect((await own.get<LogRow>(`/api/log/self/${row?.id}`)).data).toMatchObject({
      id: row?.id,
      channel: null,
    });
    const stranger = await asUser(running, await aUser(running));
    expect((await stranger.get(`/api/log/self/${row?.id}`)).code).toBe("log.not_found");
    expect((await stranger.get(`/api/log/${row?.id}`)).code).toBe("auth.forbidden");
    expect((await admin.get("/api/log/999999")).code).toBe("log.not_found");
  });
});

describe("names for the filters", () => {
  const labels = async (client: Client, path: string) =>
    (await client.get<LogName[]>(`/api/log/${path}`)).data.map((name) => name.label);

  it("are those of all users for administrators, and one's own for users", async () => {
    expect(await labels(admin, "names?field=model&text=O")).toEqual(["gpt-4o", "o3"]);
    expect(await labels(own, "self/names?field=model")).toEqual(["gpt-4o", "o3"]);
    expect(await labels(admin, `names?field=user&text=${user.username}`)).toEqual([user.username]);
    expect(await labels(admin, "names?field=channel&text=secret")).toEqual(["secret upstream"]);
    await own.post("/api/token/", { name: "night shift" });
    expect(await labels(admin, "names?field=token&text=NIGHT")).toEqual(["night shift"]);
    expect(await labels(own, "self/names?field=token")).toContain("night shift");
    const stranger = await asUser(running, await aUser(running));
    expect(await labels(stranger, "self/names?field=token&text=night")).toEqual([]);
    expect(await labels(stranger, "self/names?field=model")).toEqual([]);
    expect((await own.get("/api/log/self/names?field=channel")).code).toBe("request.invalid");
  });
});
