import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventTopicNames } from "@tollgate/contract/events";
import { noFigures } from "@tollgate/contract/figure-sums";
import { createSecretBox } from "../server/src/platform/secret-box.ts";
import { type Database, openDatabase } from "../server/src/storage/database.ts";
import { hashSessionId } from "../server/src/storage/repositories/secret-columns.ts";
import { createSessionRepository } from "../server/src/storage/repositories/session-repository.ts";
import { startGateway } from "./gateway.ts";
import { cpuSeconds } from "./measure.ts";
import { stopProcess } from "./processes.ts";

export interface ViewerResult {
  what: string;
  /** Streams that were open at the end. */
  open: number;
  /** Of one core, over `seconds`. */
  corePercent: number;
  residentMegabytes: number;
  /** Events that a stream received on average. */
  events: number;
}

const port = 4871;
const seconds = 20;
/** Limits of the server: streams of one session, and sessions that keep a user below the limit of streams. */
const perSession = 8;
const sessionsPerUser = 6;
/** Below the limit of an address. */
const perAddress = 1800;

/** Administrators with sessions, written to the database: signing in is limited. Gives the cookies. */
async function seedSessions(database: Database, dataDir: string, count: number): Promise<string[]> {
  const key = Buffer.from(readFileSync(path.join(dataDir, "secret.key"), "utf8"), "base64");
  const secretBox = createSecretBox(key);
  const sessions = createSessionRepository(database.queries);
  const { id: _, ...root } = await database.queries
    .selectFrom("users")
    .selectAll()
    .where("username", "=", "root")
    .executeTakeFirstOrThrow();
  const now = Math.floor(Date.now() / 1000);
  const cookies: string[] = [];
  for (let number = 0; cookies.length < count; number++) {
    const { id } = await database.queries
      .insertInto("users")
      .values({ ...root, username: `viewer${number}`, access_token_hash: "", email: "" })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (let each = 0; each < sessionsPerUser; each++) {
      const sessionId = randomBytes(64).toString("base64").replaceAll(/[+/=]/g, "").slice(0, 43);
      await sessions.insert({
        id_hash: hashSessionId(secretBox, sessionId),
        user_id: id,
        method: "password",
        two_factors: 1,
        created_time: now,
        last_seen_time: now,
        expires_time: now + 86_400,
        source_ip: "127.0.0.1",
        user_agent: "",
      });
      cookies.push(sessionId);
    }
  }
  return cookies;
}

/** Streams as raw sockets, so that they cost this process little. */
class Viewers {
  events = 0;
  open = 0;
  rejected = 0;
  /** Failed or aborted connections. */
  failed = 0;
  #sockets: Socket[] = [];

  readonly #cookies: string[];
  readonly #topics: string;

  constructor(cookies: string[], topics: string) {
    this.#cookies = cookies;
    this.#topics = topics;
  }

  /** @param reads false: nothing is ever taken from the socket */
  async add(count: number, reads = true): Promise<void> {
    for (let index = 0; index < count; index++) {
      const place = this.#sockets.length;
      const socket = connect({
        port,
        host: "127.0.0.1",
        localAddress: `127.0.0.${2 + Math.floor(place / perAddress)}`,
      });
      const cookie = this.#cookies[Math.floor(place / perSession) % this.#cookies.length];
      this.#sockets.push(socket);
      socket.on("error", (error) => {
        this.failed += 1;
        if (this.failed < 4) console.error(error.message);
      });
      let known = false;
      if (reads)
        socket.on("data", (data: Buffer) => {
          if (!known && data.includes("HTTP/1.1 ")) {
            known = true;
            if (data.includes("HTTP/1.1 200")) this.open += 1;
            else if (++this.rejected < 4) console.error(data.toString().slice(0, 300));
          }
          if (data.includes("event: ")) this.events += 1;
        });
      else socket.pause();
      socket.on("close", () => (this.open -= known ? 1 : 0));
      socket.write(
        `GET /api/events?topics=${this.#topics} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: session=${cookie}\r\n\r\n`,
      );
      if (index % 200 === 199) await rest(0.2);
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

const rest = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time * 1000));

function resident(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

/** Sums that change every second, so that every poll sends an update. */
function keepChanging(database: Database): () => void {
  const timer = setInterval(() => {
    const start = Math.floor(Date.now() / 60_000) * 60;
    const row = { dimension: 1, span: 60, start, user_id: 0, subject: "default", requests: 1 } as const;
    void database.queries
      .insertInto("usage_figures")
      .values({ ...noFigures, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["dimension", "span", "start", "user_id", "subject"])
          .doUpdateSet((b) => ({ requests: b("usage_figures.requests", "+", 1) })),
      )
      .execute()
      .catch(() => {});
  }, 1000);
  return () => clearInterval(timer);
}

/** Cost of pulse viewers, and behavior with very many streams and with clients that never read. */
export async function runViewers(): Promise<ViewerResult[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  const gateway = await startGateway(0, { port, upstreamPort: 4872, dataDir, large: true });
  const pid = gateway.child.pid as number;
  const database = openDatabase({ kind: "sqlite", file: path.join(dataDir, "tollgate.db") });
  const results: ViewerResult[] = [];
  const stopChanging = keepChanging(database);
  try {
    const cookies = await seedSessions(database, dataDir, 1500);
    async function watch(what: string, viewers: Viewers, expected: number): Promise<void> {
      await rest(3);
      const [cpu, events, from] = [cpuSeconds(pid), viewers.events, performance.now()];
      await rest(seconds);
      const spent = cpuSeconds(pid) - cpu;
      const { open } = viewers;
      results.push({
        what,
        open,
        corePercent: (spent / (performance.now() - from)) * 100_000,
        residentMegabytes: resident(pid),
        events: (viewers.events - events) / Math.max(1, open),
      });
      console.error(
        `${what}: ${open} open, ${viewers.rejected} refused, ${viewers.failed} failed of ${expected}`,
      );
    }
    await watch("no viewer", new Viewers(cookies, "pulse"), 0);
    for (const [what, topics, count] of [
      ["1,000 viewers of the pulse", "pulse", 1000],
      ["10,000 streams, every topic", eventTopicNames.join(), 10_000],
    ] as const) {
      const viewers = new Viewers(cookies, topics);
      await viewers.add(count);
      await watch(what, viewers, count);
      viewers.close();
      await rest(3);
    }
    const deaf = new Viewers(cookies, "pulse");
    await deaf.add(1000, false);
    await watch("1,000 streams that never read", deaf, 0);
    deaf.close();
    return results;
  } finally {
    stopChanging();
    await database.close();
    await stopProcess(gateway.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function describeViewers(results: ViewerResult[]): string[] {
  return [
    "",
    "## Event streams",
    "",
    "| Streams | open | of one core | resident MB | events per stream in 20 s |",
    "|---|---:|---:|---:|---:|",
    ...results.map(
      ({ what, open, corePercent, residentMegabytes, events }) =>
        `| ${what} | ${open} | ${corePercent.toFixed(1)} % | ${residentMegabytes.toFixed(0)} | ${events.toFixed(1)} |`,
    ),
  ];
}
