import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { SettingKey, Settings } from "@tollgate/contract/settings";
import type { FastifyInstance } from "fastify";
import { seedDatabase } from "../../src/control/seed.ts";
import { createSettingsService } from "../../src/control/settings/service.ts";
import { pageFacts } from "../../src/control/site/page-facts.ts";
import { pageSources } from "../../src/control/site/page-sources.ts";
import { storedText } from "../../src/control/settings/stored-values.ts";
import type { BotTimes } from "../../src/control/telegram/service.ts";
import { createServer, type Lifecycle } from "../../src/http/create-server.ts";
import { registerHealth } from "../../src/http/health.ts";
import { type CallLimits, createRateLimiter } from "../../src/http/rate-limit.ts";
import { serveConsole } from "../../src/http/serve-console.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { reconcile } from "../../src/ledger/reconcile/reconcile.ts";
import { createAddressRules } from "../../src/platform/guarded-fetch/address-rules.ts";
import { createGuardedFetch, type Resolve } from "../../src/platform/guarded-fetch/guarded-fetch.ts";
import { createPublicHostCheck } from "../../src/platform/guarded-fetch/public-hosts.ts";
import { createMemoryBudget } from "../../src/platform/memory-budget.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { createPasswords, type Passwords } from "../../src/platform/passwords.ts";
import { createSecretBox, type SecretBox } from "../../src/platform/secret-box.ts";
import { createSignedLinks } from "../../src/platform/signed-link.ts";
import { type ControlServices, registerControl } from "../../src/register-control.ts";
import { type ChangeNotice, type ChangeTopic, createChangeNotice } from "../../src/snapshot/change-notice.ts";
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
  type TransactionQueries,
} from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { createOptionRepository } from "../../src/storage/repositories/option-repository.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createFakeLedger } from "./fake-ledger.ts";
import { createFakeProbe, type FakeProbe } from "./fake-probe.ts";
import { fakeProviders } from "./fake-providers.ts";

export const rootPassword = "correct horse battery";

/** The console API with its own database, and with a clock, ledger and probe that the test controls. */
export interface ControlApp {
  app: FastifyInstance;
  database: Database;
  clock: FakeClock;
  ledger: Ledger<TransactionQueries>;
  probe: FakeProbe;
  secretBox: SecretBox;
  passwords: Passwords;
  lifecycle: Lifecycle;
  services: ControlServices;
  /** Published topics, in order. */
  announced: ChangeTopic[];
  /** Log lines, as JSON text. */
  logLines: string[];
  set<K extends SettingKey>(key: K, value: Settings[K]): Promise<void>;
  stop(): Promise<void>;
}

export interface ControlAppOptions {
  callLimits?: CallLimits;
  trustProxy?: string[];
  /** A built console; none by default. */
  distDir?: string;
  location?: DatabaseLocation;
  /** Private addresses that may be fetched. */
  egressAllow?: string[];
  /** For several apps with one database. */
  secretKey?: Buffer;
  botTimes?: BotTimes;
}

/** Every name resolves to a public address, except those of an internal network. */
const resolveForTests: Resolve = async (name) =>
  name.endsWith(".internal") ? ["10.0.0.1"] : ["93.184.215.14"];

const noLimit = { limit: 1_000_000, seconds: 60 };

export async function startControlApp(options: ControlAppOptions = {}): Promise<ControlApp> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-control-"));
  const database = openDatabase(options.location ?? { kind: "sqlite", file: path.join(folder, "test.db") });
  const clock = createFakeClock();
  await migrate(database, undefined, clock.now);
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1 });
  await seedDatabase({ database, passwords, clock, rootPassword });
  const secretBox = createSecretBox(options.secretKey ?? randomBytes(32));
  const ledger = createFakeLedger(database, clock.now);
  const probe = createFakeProbe();
  const { changeNotice, announced } = await recordNotices(database);
  const options_ = createOptionRepository(database.queries);
  const settings = await createSettingsService({ options: options_, changeNotice, secretBox });
  const logLines: string[] = [];
  const logger = createLogger({ level: "info", destination: { write: (line) => void logLines.push(line) } });
  const lifecycle = { stopping: false };
  const app = createServer({
    logger,
    lifecycle,
    trustProxy: options.trustProxy ?? [],
    memory: createMemoryBudget(1_000_000_000),
    pageSources: () => pageSources(settings.current()),
  });
  const services = await registerControl(app, {
    database,
    ledger,
    changeNotice,
    settings,
    probe,
    isPublicHost: createPublicHostCheck(createAddressRules([]), resolveForTests),
    fetchPublic: createGuardedFetch(createAddressRules(options.egressAllow ?? [])),
    providers: fakeProviders,
    tierRatio: (_type, tier) => (tier === "priority" ? 2 : 1),
    fieldRatio: () => "free",
    secretBox,
    taskLinks: createSignedLinks(randomBytes(32), "task-content"),
    passwords,
    checkLedger: () => reconcile(database.reads, clock.now),
    rateLimiter: createRateLimiter(clock),
    callLimits: options.callLimits ?? { api: noLimit, critical: noLimit, orders: noLimit },
    product: { version: "v1.2.3", startTime: clock.now(), demo: false },
    clock,
    onError: (error) => logger.error({ err: error }),
    checkAnswers: true,
    ...(options.botTimes && { botTimes: options.botTimes }),
    eventIntervals: { orders: 20, balances: 20, sessions: 50, pulse: 20, tasks: 20 },
  });
  registerHealth(app, {
    lifecycle,
    ping: () => database.queries.selectFrom("options").select("key").limit(1).execute(),
  });
  await serveConsole(app, {
    distDir: options.distDir ?? path.join(folder, "no-dist"),
    oldAssetsDir: path.join(folder, "old-assets"),
    keepAfter: 10_000,
    reservedPrefixes: ["/v1", "/v1beta"],
    pageFacts: () => pageFacts(settings.current(), false),
  });
  await app.ready();
  return {
    app,
    database,
    clock,
    ledger,
    probe,
    secretBox,
    passwords,
    lifecycle,
    services,
    announced,
    logLines,
    async set(key, value) {
      await options_.set(key, storedText(key, value, secretBox));
      await changeNotice.announce("settings");
    },
    async stop() {
      await services.telegram.stop();
      changeNotice.stop();
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function recordNotices(
  database: Database,
): Promise<{ changeNotice: ChangeNotice; announced: ChangeTopic[] }> {
  const inner = await createChangeNotice(database, () => {});
  const announced: ChangeTopic[] = [];
  return {
    announced,
    changeNotice: {
      ...inner,
      async announce(topic, userIds) {
        announced.push(topic);
        await inner.announce(topic, userIds);
      },
    },
  };
}
