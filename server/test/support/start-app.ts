import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ChannelForm } from "@tollgate/contract/channels";
import type { LogMetadata } from "@tollgate/contract/logs";
import type { PriceInput } from "@tollgate/contract/pricing";
import type { TokenForm } from "@tollgate/contract/tokens";
import { type App, type AppOptions, buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { testedClient } from "./http-clients.ts";

export const rootPassword = "a root password";
const noLimit = { limit: 1_000_000, seconds: 60 };

export interface CallOptions {
  path?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The whole server on its own port, with helpers to set it up. */
export interface RunningApp {
  app: App;
  url: string;
  dataDir: string;
  /** A call of the console API as root; throws on failure. */
  api<T = unknown>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T>;
  aChannel(form: Partial<ChannelForm>): Promise<{ id: number }>;
  aPrice(price: PriceInput): Promise<void>;
  /** Deletes the default prices, for a test that sets its own for models that have one. */
  clearPrices(): Promise<void>;
  /** Root's token by default; returns its full key. */
  aToken(form?: Partial<TokenForm>): Promise<{ id: number; key: string }>;
  /** Sets root's balance by credit or debit. */
  setBalance(quota: number): Promise<void>;
  /** Everything settled so far, from the database. */
  books(): Promise<Books>;
  /** A relay call. */
  call(key: string, body: unknown, more?: CallOptions): Promise<Response>;
  stop(): Promise<void>;
}

export interface Books {
  /** Balance plus open leases. */
  balance: number;
  usedQuota: number;
  entries: number;
  /** Without calls that were rejected before anything was sent: they are not charged. */
  logs: LoggedCall[];
}

export interface LoggedCall {
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  model_name: string;
  channel_id: number;
  content: string;
  metadata: LogMetadata;
}

export async function startApp(
  location?: DatabaseLocation,
  { env = {}, ...options }: AppOptions & { env?: Record<string, string> } = {},
): Promise<RunningApp> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-app-"));
  const own = { DATA_DIR: folder, PORT: "0", HOST: "127.0.0.1", ROOT_PASSWORD: rootPassword };
  const client = { UPSTREAM_CLIENT: testedClient };
  const config = readConfig({ ...own, ...client, LOG_LEVEL: "silent", ...env }, false);
  if (location) config.database = location;
  const app = await buildApp(config, {
    callLimits: { api: noLimit, critical: noLimit, orders: noLimit },
    ...options,
  });
  const url = await app.listen();
  const session = await signIn(url);

  async function api<T>(method: string, address: string, body?: unknown): Promise<T> {
    const response = await fetch(url + address, {
      method,
      headers: {
        cookie: `session=${session}`,
        ...ownConnection,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as { success: boolean; data: T };
    if (!envelope.success) throw new Error(`${method} ${address}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  }

  const rootId = (await api<{ id: number }>("GET", "/api/user/self")).id;
  let changes = 0;
  return {
    app,
    url,
    dataDir: folder,
    api,
    aChannel: (form) =>
      api("POST", "/api/channel/", {
        name: "channel",
        type: 1,
        key: "upstream-key",
        groups: ["default"],
        models: ["test-model"],
        ...form,
      }),
    async aPrice(price) {
      await api("POST", "/api/prices/single", price);
    },
    async clearPrices() {
      const prices = await api<{ model: string }[]>("GET", "/api/prices");
      await api("PUT", "/api/prices/multiple/delete", { models: prices.map(({ model }) => model) });
    },
    aToken: (form = {}) => api("POST", "/api/token/", { name: "token", unlimited_quota: true, ...form }),
    async setBalance(quota) {
      const entry = () => ({ id: `test:${++changes}`, userId: rootId, kind: "adjustment", remark: "" });
      const debit = async (amount: number): Promise<void> => {
        const outcome = await app.ledger.debit({ ...entry(), amount });
        if (outcome !== "done") throw new Error(`the balance was not set: ${outcome}`);
      };
      const { queries } = app.database;
      const forgiven = await queries
        .updateTable("users")
        .set({ uncollected: 0 })
        .where("id", "=", rootId)
        .where("uncollected", ">", 0)
        .executeTakeFirst();
      let now = await app.ledger.balanceOf(rootId);
      // A credit to an empty balance reloads the callers.
      if (forgiven.numUpdatedRows > 0n && now > 0) {
        await debit(now);
        now = await app.ledger.balanceOf(rootId);
      }
      if (quota > now) await app.ledger.credit({ ...entry(), amount: quota - now });
      if (quota < now) await debit(now - quota);
    },
    async books() {
      while (app.openExchanges > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await app.ledger.flush();
      const { queries } = app.database;
      const user = await queries
        .selectFrom("users")
        .select("used_quota")
        .where("id", "=", rootId)
        .executeTakeFirstOrThrow();
      const entries = await queries
        .selectFrom("ledger_entries")
        .select((eb) => eb.fn.sum<number>("amount").as("total"))
        .where("user_id", "=", rootId)
        .executeTakeFirstOrThrow();
      const logs = await queries.selectFrom("logs").selectAll().orderBy("id").execute();
      return {
        balance: await app.ledger.balanceOf(rootId),
        usedQuota: user.used_quota,
        entries: Number(entries.total),
        logs: logs
          .map((log) => ({ ...log, metadata: JSON.parse(log.metadata) as LogMetadata }))
          .filter((log) => log.metadata.refused_reason === undefined),
      };
    },
    call: (key, body, { path: address = "/v1/chat/completions", ...more } = {}) =>
      fetch(url + address, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...more,
        headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...more.headers },
      }),
    async stop() {
      await app.close(100);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connection that carried a call of the console is Node's; calls of the relay must get one that is direct. */
const ownConnection = { connection: "close" };

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...ownConnection },
    body: JSON.stringify({ username: "root", password: rootPassword }),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
  if (!cookie) throw new Error(`no session: ${await response.text()}`);
  return cookie.slice("session=".length).split(";")[0] ?? "";
}
