import type { Channel } from "@tollgate/contract/channels";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { systemClock } from "../../src/platform/clock.ts";
import { createPasswords } from "../../src/platform/passwords.ts";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { chatAnswer } from "../fake-upstream/fake-upstream.ts";
import { anAdmin } from "../support/builders.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * Channel host names that resolve to a public address when saved, and to a private one when called. 127.0.0.1
 * represents the public host; the server under test listens at every address of the machine.
 */
const url = await postgresOrSkip();
const locations: [string, DatabaseLocation | undefined, boolean][] = [
  ["SQLite", undefined, true],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }, url !== null],
];
const inside = ["127.0.0.2", "169.254.169.254", "::ffff:10.0.0.1"];

describe.each(locations.filter(([, , found]) => found))("on %s, a channel's address", (_name, location) => {
  let running: RunningApp;
  let key: string;
  let address: string;
  let host: Server;
  let port: number;
  /** Local addresses at which the host was reached. */
  let reached: string[];
  let admin: RunningApp["api"];

  beforeAll(async () => {
    const sockets = new WebSocketServer({ noServer: true });
    host = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify(request.url?.includes("models") ? { data: [] } : chatAnswer()));
    });
    host.on("connection", ({ localAddress = "" }) => reached.push(localAddress.replace("::ffff:", "")));
    host.on("upgrade", (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (opened) =>
        opened.send(JSON.stringify({ type: "session.created", session: {} })),
      ),
    );
    await new Promise<void>((resolve) => host.listen(0, "0.0.0.0", resolve));
    port = (host.address() as AddressInfo).port;
    const resolveChannelHost = () => Promise.resolve([address]);
    address = "127.0.0.1";
    running = await startApp(location, { resolveChannelHost, env: { EGRESS_ALLOW: "127.0.0.1/32" } });
    await running.aPrice({ model: "test-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.api("PUT", "/api/option/", { key: "RetryCooldownSeconds", value: "0" });
    key = (await running.aToken()).key;
    const { app } = running;
    const stored = { database: app.database, secretBox: app.secretBox, clock: systemClock };
    admin = await signIn(running.url, await anAdmin({ ...stored, passwords: createPasswords() }));
  });
  afterAll(async () => {
    await running?.stop();
    host.closeAllConnections();
    host.close();
  });
  beforeEach(async () => {
    address = "127.0.0.1";
    await running.books();
    await running.app.database.queries.deleteFrom("logs").execute();
    const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
    for (const { id } of list.data) await running.api("DELETE", `/api/channel/${id}`);
    reached = [];
  });

  const form = (more: object = {}) => ({
    name: "channel",
    type: 1,
    key: "upstream-key",
    groups: ["default"],
    models: ["test-model", "test-realtime"],
    base_url: `http://rebinding.example:${port}`,
    ...more,
  });
  const chat = { model: "test-model", messages: [{ role: "user", content: "hi" }] };
  const call = async (): Promise<{ status: number; text: string }> => {
    const response = await running.call(key, chat);
    return { status: response.status, text: await response.text() };
  };

  it.each(inside)(
    "that an administrator entered is not connected to after it resolves to %s",
    async (led) => {
      await admin("POST", "/api/channel/", form());
      expect(await call()).toMatchObject({ status: 200 });
      expect(reached).toEqual(["127.0.0.1"]);
      address = led;
      const before = await running.books();
      const { status, text } = await call();
      expect(status).toBe(502);
      expect(text).not.toMatch(/127\.|169\.|10\.0|rebinding|public/);
      const { balance, logs } = await running.books();
      expect(balance).toBe(before.balance);
      expect(logs.at(-1)).toMatchObject({
        quota: 0,
        content: "the channel's address: the host is not public",
        metadata: { attempts: [{ reason: "unreachable", cause: "address_not_public" }] },
      });
      expect(reached).toEqual(["127.0.0.1"]);
    },
  );

  it("is checked for its test and its model list, too", async () => {
    const { id } = await admin<Channel>("POST", "/api/channel/", form({ test_model: "test-model" }));
    address = "127.0.0.2";
    const tested = await admin<{ success: boolean; reason: string }>("GET", `/api/channel/test/${id}`);
    expect(tested).toMatchObject({ success: false, reason: expect.stringContaining("not public") as string });
    const { base_url, type } = form();
    await expect(admin("POST", "/api/channel/provider_models_list", { id, type, base_url })).rejects.toThrow(
      "models_unavailable",
    );
    expect(reached).toEqual([]);
  });

  it("is checked behind a proxy as well", async () => {
    const proxy = `http://proxy.example:${port}`;
    await admin("POST", "/api/channel/", form({ proxy }));
    expect(await call()).toMatchObject({ status: 200 });
    address = "127.0.0.2";
    // Another process, or this one after its connections have closed.
    await running.api("DELETE", `/api/channel/${(await onlyChannel()).id}`);
    address = "127.0.0.1";
    await admin("POST", "/api/channel/", form({ proxy, connect_timeout: 4 }));
    address = "127.0.0.2";
    expect(await call()).toMatchObject({ status: 502 });
    expect(reached).toEqual(["127.0.0.1"]);
  });

  it("opens no websocket to a private address", async () => {
    await admin("POST", "/api/channel/", form());
    expect(await openRealtime(running.url, key)).toBe("session.created");
    address = "127.0.0.2";
    expect(await openRealtime(running.url, key)).toBe("502");
    expect(reached).toEqual(["127.0.0.1"]);
  });

  it("may be private if a super administrator entered it, and stays so when others save the channel", async () => {
    const base_url = `http://127.0.0.2:${port}`;
    const { id } = await running.api<Channel>("POST", "/api/channel/", form({ base_url }));
    expect(await call()).toMatchObject({ status: 200 });
    await admin("PUT", "/api/channel/", { ...form({ base_url }), id, name: "renamed" });
    expect(await call()).toMatchObject({ status: 200 });
    expect(reached).toEqual(["127.0.0.2", "127.0.0.2"]);
    expect(await openRealtime(running.url, key)).toBe("session.created");
  });

  it("is an administrator's as soon as they enter another, and root's again when root does", async () => {
    const trust = async () => {
      const { base_url_trusted, proxy_trusted } = await running.app.database.queries
        .selectFrom("channels")
        .select(["base_url_trusted", "proxy_trusted"])
        .where("id", "=", (await onlyChannel()).id)
        .executeTakeFirstOrThrow();
      return [base_url_trusted, proxy_trusted];
    };
    const proxy = "http://proxy.example";
    const { id } = await running.api<Channel>("POST", "/api/channel/", form({ proxy }));
    expect(await trust()).toEqual([1, 1]);
    await admin("PUT", "/api/channel/", { ...form({ base_url: "http://other.example", proxy }), id });
    expect(await trust()).toEqual([0, 1]);
    // A user who saves other fields is not responsible for an unchanged URL.
    await running.api("PUT", "/api/channel/", { ...form({ base_url: "http://other.example", proxy }), id });
    expect(await trust()).toEqual([0, 1]);
    await admin("PUT", "/api/channel/", { ...form({ base_url: "http://other.example", proxy: "" }), id });
    await admin("PUT", "/api/channel/", { ...form({ base_url: "http://other.example", proxy }), id });
    expect(await trust()).toEqual([0, 0]);
    await running.api("PUT", "/api/channel/", { ...form({ proxy: "http://own.example" }), id });
    expect(await trust()).toEqual([1, 1]);
    await admin("PUT", "/api/channel/", { ...form({ base_url: "", proxy: "" }), id });
    expect(await trust()).toEqual([1, 0]);
  });

  async function onlyChannel(): Promise<Channel> {
    const { data } = await running.api<{ data: Channel[] }>("GET", "/api/channel/");
    expect(data).toHaveLength(1);
    return data[0] as Channel;
  }
});

/** The console API as one user. */
async function signIn(
  server: string,
  { username, password }: { username: string; password: string },
): Promise<RunningApp["api"]> {
  const send = (method: string, path: string, body?: unknown, cookie = "") =>
    fetch(server + path, {
      method,
      headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const answer = await send("POST", "/api/user/login", { username, password });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const envelope = (await (await send(method, path, body, cookie)).json()) as { success: boolean; data: T };
    if (!envelope.success) throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
}

/** Type of the first event, or the status that rejected the upgrade. */
function openRealtime(server: string, key: string): Promise<string> {
  const address = `${server.replace("http", "ws")}/v1/realtime?model=test-realtime`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  return new Promise((resolve) => {
    socket.on("message", (data) => {
      resolve((JSON.parse((data as Buffer).toString("utf8")) as { type: string }).type);
      socket.terminate();
    });
    socket.on("unexpected-response", (_request, { statusCode }) => resolve(String(statusCode)));
    socket.on("error", () => {});
  });
}
