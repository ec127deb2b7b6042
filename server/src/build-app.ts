import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { buildRelay, type RelayParts } from "./build-relay.ts";
import { buildShared } from "./build-shared.ts";
import type { Config } from "./config.ts";
import { openingDue } from "./control/accounts/welcome.ts";
import { seedDatabase } from "./control/seed.ts";
import type { Settings } from "@tollgate/contract/settings";
import { notifyOwner } from "./control/tasks/notify-owner.ts";
import { expiryMinutes } from "./control/tasks/task-query.ts";
import { createSettingsService } from "./control/settings/service.ts";
import { pageFacts } from "./control/site/page-facts.ts";
import { pageSources } from "./control/site/page-sources.ts";
import { createServer, type Lifecycle } from "./http/create-server.ts";
import { registerHealth } from "./http/health.ts";
import { type CallLimits, callLimitsOf } from "./http/rate-limit.ts";
import { registerSecurityText } from "./http/security-text.ts";
import { serveConsole } from "./http/serve-console.ts";
import type { OrderWatch } from "./control/payments/service.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { reconcileAt } from "./ledger/reconcile/reconcile.ts";
import { identifyProcess } from "./ledger/process-watch.ts";
import { createSqlLedger, type SqlLedger } from "./ledger/sql-ledger.ts";
import { systemClock } from "./platform/clock.ts";
import { createAddressRules } from "./platform/guarded-fetch/address-rules.ts";
import { createConnectGuard } from "./platform/guarded-fetch/connect-guard.ts";
import { createGuardedFetch, type Resolve } from "./platform/guarded-fetch/guarded-fetch.ts";
import { createPublicHostCheck } from "./platform/guarded-fetch/public-hosts.ts";
import { randomText } from "./platform/ids.ts";
import { createLogger, type Logger } from "./platform/logger.ts";
import { availableMemory, createMemoryBudget, type MemoryBudget } from "./platform/memory-budget.ts";
import { createPasswords } from "./platform/passwords.ts";
import { tightenFolder } from "./platform/private-files.ts";
import { createSecretBox, type SecretBox } from "./platform/secret-box.ts";
import { createSignedLinks } from "./platform/signed-link.ts";
import { registerControl } from "./register-control.ts";
import { relayPrefixes } from "./relay/endpoints/endpoint-table.ts";
import type { TaskSettings } from "./relay/task-engine/engine.ts";
import { tierRatio } from "./relay/canonical/paid-fields.ts";
import { allowedRatio } from "./relay/request/paid-fields/allowed-ratio.ts";
import { findProvider, providers } from "./relay/providers/registry.ts";
import { createAttemptCounter, type StoredAttemptCounter } from "./relay-adapters/attempt-counter.ts";
import { createCallerLookup } from "./relay-adapters/caller-lookup.ts";
import { createCaptureSink } from "./relay-adapters/capture-sink.ts";
import { createEndpointSink } from "./relay-adapters/endpoint-sink.ts";
import { createHealthSink } from "./relay-adapters/health-sink.ts";
import { createRevocationSource } from "./relay-adapters/revocation-source.ts";
import { createSpendingReader } from "./relay-adapters/spending-reader.ts";
import { createResponseOrigins, type StoredResponseOrigins } from "./relay-adapters/response-origins.ts";
import { createTaskReader } from "./relay-adapters/task-reader.ts";
import { createTranslatedItems, type StoredTranslatedItems } from "./relay-adapters/translated-items.ts";
import { type ChangeNotice, createChangeNotice } from "./snapshot/change-notice.ts";
import { createSnapshotStore } from "./snapshot/snapshot-store.ts";
import { type Database, openDatabase } from "./storage/database.ts";
import { isDatabaseUnavailable } from "./storage/is-database-unavailable.ts";
import { migrate } from "./storage/migrate.ts";
import { createOptionRepository } from "./storage/repositories/option-repository.ts";
import { sealOldChannels } from "./storage/repositories/seal-old-channels.ts";
import { openChannelTexts, sealedColumns } from "./storage/repositories/secret-columns.ts";
import { createUserRepository } from "./storage/repositories/user-repository.ts";
import { startUsageWriter } from "./ledger/store/usage-writer.ts";

/** A running server and the parts that the demo and tests use. */
export interface App {
  server: FastifyInstance;
  database: Database;
  ledger: SqlLedger;
  attempts: StoredAttemptCounter;
  notice: ChangeNotice;
  /** Closes expired orders; the schedule calls it. */
  orderWatch: OrderWatch;
  secretBox: SecretBox;
  logger: Logger;
  /** Requests since the start, the console's and those of health checks among them. */
  readonly requests: number;
  /** Exchanges that are running or being settled. */
  readonly openExchanges: number;
  /** Starts to listen; resolves to the address. */
  listen(): Promise<string>;
  /** Drains running exchanges (at most `drainMilliseconds`), books pending rows, closes everything. */
  close(drainMilliseconds?: number): Promise<void>;
}

export interface AppOptions {
  /** Where the built console is. */
  distDir?: string;
  callLimits?: CallLimits;
  logger?: Logger;
  /** Memory budget of requests; by default a part of this process's memory. */
  memory?: MemoryBudget;
  /** Resolver for channel hosts, when they are saved and when they are called. Absent: name servers and the system. */
  resolveChannelHost?: Resolve;
  /** Called with the password of `root` if this start generated it: the only chance to show it. */
  showRootPassword?: (password: string) => void;
}

const root = path.resolve(import.meta.dirname, "../..");
/** Initial quota of a new installation's first user: $200 at the default unit, as in One API. */
const rootOpeningQuota = 100_000_000;
/** Files of this server in its data folder. */
const dataFiles = /^(?:tollgate\.db.*|secret\.key|old-assets)$/;
/** An image or file that a prompt references by URL. */
const mediaLimits = { maxBytes: 10 * 1024 * 1024, timeoutMilliseconds: 20_000 };

/**
 * A request needs several times its retained bytes while it is parsed, translated and sent, so a quarter of the memory
 * is for retained bytes.
 */
const retainedPart = 4;

/**
 * Console API bodies have a separate budget, this fraction of the relay's: callers without a key must not use up the
 * relay's.
 */
const consolePart = 8;

/** Composes every room: the only file that imports all of them. Nothing listens before `listen`. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const logger = options.logger ?? createLogger({ level: config.logLevel });
  const clock = systemClock;
  const onError = (error: unknown): void => logger.error({ err: error }, "background work failed");
  tightenFolder(config.dataDir, dataFiles);
  const database = openDatabase(config.database, onError);
  const ran = await migrateWithoutHaste(database);
  if (ran.length > 0) logger.info({ migrations: ran }, "schema brought up to date");

  const secretBox = createSecretBox(config.secretKey);
  const taskLinks = createSignedLinks(config.secretKey, "task-content");
  const passwords = createPasswords();
  const sealedTexts = await sealOldChannels(database.queries, secretBox);
  if (sealedTexts > 0) logger.info({ count: sealedTexts }, "unencrypted texts of channels are encrypted now");
  const { rootPassword } = config;
  const welcomeDue = openingDue(rootOpeningQuota);
  const seeded = await seedDatabase({ database, passwords, clock, rootPassword, welcomeDue });
  // Before anything else can fail: the next start finds the user and generates no password.
  if (seeded.generatedPassword !== undefined) options.showRootPassword?.(seeded.generatedPassword);
  const shared = await buildShared(config.redisUrl, logger);
  const notice = await createChangeNotice(database, onError, shared.keyValue);
  const settings = await createSettingsService({
    options: createOptionRepository(database.queries),
    changeNotice: notice,
    secretBox,
    onBroken: (keys) =>
      logger.error({ keys }, "secret settings cannot be read (wrong SECRET_KEY?) and count as not set"),
  });

  const process = identifyProcess(randomText(20));
  const { database: location, secretKey } = config;
  const store = startUsageWriter({ location, processId: process.id, secretKey }, (error) => {
    // Without the writer nothing can be billed, so the process stops.
    logger.fatal({ err: error }, "the usage writer died");
    globalThis.process.exit(1);
  });
  const ledger = createSqlLedger({
    database,
    store,
    process,
    now: clock.now,
    onError,
    announceCallers: (userId) => notice.announce("callers", [userId]),
  });
  await ledger.start();
  if (seeded.created) await creditRoot(database, ledger);

  const snapshots = await createSnapshotStore({
    database,
    notice,
    loadSettings: () => settings.load(),
    openKeys: (channel) =>
      secretBox.open(channel.key_encrypted, sealedColumns.channelKey(channel.id)).split("\n"),
    openTexts: (channel) => openChannelTexts(secretBox, channel),
    onBroken: (channelIds) =>
      logger.error({ channelIds }, "channels cannot be read (wrong SECRET_KEY?) and are left out"),
  });
  const memory =
    options.memory ?? createMemoryBudget(Math.floor(availableMemory(config.workers) / retainedPart));
  const egressRules = createAddressRules(config.egressAllow);
  const guardedFetch = createGuardedFetch(egressRules);
  const responseOrigins = createResponseOrigins({ database, store, onError });
  const translatedItems = createTranslatedItems({ database, store, secretBox, clock, onError });
  const attempts = createAttemptCounter({ database, clock, onError });
  const callers = createCallerLookup({
    database,
    secretBox,
    notice,
    steadyNow: () => performance.now(),
    now: clock.now,
  });
  const relay = buildRelay({
    snapshots,
    callers,
    ledger,
    health: createHealthSink({
      snapshots,
      disableChannel: async (id, reason, rejection) => {
        await services.channels.disableAutomatically(id, reason, rejection);
      },
      onError,
    }),
    attempts,
    captures: createCaptureSink({
      captures: { keep: (call) => services.captures.keep(call) },
      onError,
    }),
    endpoints: createEndpointSink({
      noteUnsupported: (missing) => services.channels.noteUnsupported(missing),
      onError,
    }),
    logger,
    trustProxy: config.trustProxy,
    fetchMedia: (url) => guardedFetch(url, mediaLimits),
    connectGuard: createConnectGuard(egressRules, options.resolveChannelHost),
    upstreamClient: config.upstreamClient,
    spending: createSpendingReader(database),
    revocations: createRevocationSource({ database, notice, callers, onError }),
    keyValue: shared.keyValue,
    responseOrigins,
    translatedItems,
    limiter: shared.limiter,
    memory,
    processId: process.id,
    tasks: {
      tasks: ledger.tasks,
      reader: createTaskReader(database),
      links: taskLinks,
      settings: () => taskSettings(settings.current()),
      loadChannel: (id) => snapshots.loadChannel(id),
      onTaskEnd: (task) => void notifyOwner(services.userNotices, task).catch(onError),
    },
  });

  const lifecycle: Lifecycle = { stopping: false };
  let requests = 0;
  const server = createServer({
    logger,
    lifecycle,
    trustProxy: config.trustProxy,
    // Half of it per address.
    memory: createMemoryBudget(
      Math.floor(memory.total / consolePart),
      Math.floor(memory.total / consolePart / 2),
    ),
    pageSources: () => pageSources(settings.current()),
    isDatabaseUnavailable,
    intercept(request, response) {
      requests++;
      return relay.listener.handle(request, response);
    },
    renderUnreadable: (...rejection) => relay.listener.renderUnreadable(...rejection),
    interceptUpgrade: (request, socket, head) => relay.listener.upgrade(request, socket, head),
  });
  const services = await registerControl(server, {
    database,
    ledger,
    changeNotice: notice,
    settings,
    probe: relay.probe,
    isPublicHost: createPublicHostCheck(egressRules, options.resolveChannelHost),
    fetchPublic: guardedFetch,
    providers,
    tierRatio: (type, tier, model) => {
      const provider = findProvider(type);
      return provider ? tierRatio(provider.paidFields, tier, model) : 1;
    },
    fieldRatio: ({ type, plugin }, field, value) => {
      const provider = findProvider(type);
      return provider ? allowedRatio(provider.paidFields, plugin, { field, value }) : "free";
    },
    secretBox,
    taskLinks,
    passwords,
    onError,
    checkLedger: () => reconcileAt(config.database, clock.now, onError),
    rateLimiter: shared.rateLimiter,
    callLimits: options.callLimits ?? callLimitsOf(config.apiRateLimit),
    product: { version: productVersion(), startTime: clock.now(), demo: config.demo },
    clock,
  });
  const jobs = startJobs({ ...services, database, settings, clock, onError });
  registerSecurityText(server, {
    contact: () => settings.current().SecurityContact,
    ownAddress: () => settings.current().ServerAddress,
    now: clock.now,
  });
  registerHealth(server, {
    lifecycle,
    ping: () => database.queries.selectFrom("options").select("key").limit(1).execute(),
  });
  await serveConsole(server, {
    distDir: options.distDir ?? path.join(root, "console/dist"),
    oldAssetsDir: path.join(config.dataDir, "old-assets"),
    keepAfter: 10_000,
    reservedPrefixes: relayPrefixes,
    pageFacts: () => pageFacts(settings.current(), config.demo),
  });

  return {
    server,
    database,
    ledger,
    attempts,
    notice,
    orderWatch: services.orderWatch,
    secretBox,
    logger,
    get requests() {
      return requests;
    },
    get openExchanges() {
      return relay.listener.open;
    },
    async listen() {
      await server.listen({ host: config.host, port: config.port });
      relay.tasks.start();
      services.telegram.start();
      const { port } = server.server.address() as AddressInfo;
      return `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${port}`;
    },
    async close(drainMilliseconds = 30_000) {
      lifecycle.stopping = true;
      // Before draining, so that browsers reconnect to another process early.
      services.events.close();
      jobs.stop();
      await Promise.all([services.notices.stop(), services.telegram.stop()]);
      await services.mail.stop();
      await relay.tasks.stop();
      await closeAll(
        server,
        relay,
        { ledger, responseOrigins, translatedItems, attempts },
        drainMilliseconds,
      );
      notice.stop();
      await shared.close();
      await database.close();
    },
  };
}

/** Task settings, as the relay reads them. */
function taskSettings(current: Settings): TaskSettings {
  const minute = 60_000;
  return {
    address: current.ServerAddress,
    notifiesCallers: current.MjNotifyEnabled,
    expiryOf: (platform) => expiryMinutes(current, platform) * minute,
  };
}

/** In this order: running exchanges end, aborted ones are counted and booked, then their dependencies close. */
async function closeAll(
  server: FastifyInstance,
  relay: RelayParts,
  backing: {
    ledger: SqlLedger;
    responseOrigins: StoredResponseOrigins;
    translatedItems: StoredTranslatedItems;
    attempts: StoredAttemptCounter;
  },
  drainMilliseconds: number,
): Promise<void> {
  await relay.listener.drain(drainMilliseconds);
  await closeConnections(server);
  // An aborted call pays for what was delivered: the upstream may still report the usage.
  await relay.listener.drain(lastUsageMilliseconds);
  await relay.hangUp();
  await relay.listener.drain(countingMilliseconds);
  await relay.close();
  // Before the ledger, which closes the writer.
  await backing.responseOrigins.close();
  await backing.translatedItems.close();
  await backing.attempts.close();
  await backing.ledger.close();
}

/** Two of the pauses in which an abandoned response is read. */
const lastUsageMilliseconds = 1000;
const countingMilliseconds = 5000;

/** Accepts nothing new. Running console responses have a moment; the relay's have already been drained. */
async function closeConnections(server: FastifyInstance): Promise<void> {
  const closing = server.close();
  const all = setTimeout(() => server.server.closeAllConnections(), 200);
  await closing;
  clearTimeout(all);
}

/**
 * Building an index may take long, so migrations of PostgreSQL have connections without a time limit; `queries` of
 * SQLite has none.
 */
async function migrateWithoutHaste(database: Database): Promise<string[]> {
  if (database.location.kind === "sqlite") return migrate(database);
  const unlimited = openDatabase(database.location, () => {}, 0);
  try {
    return await migrate(unlimited);
  } finally {
    await unlimited.close();
  }
}

/** The rest of seeding. If it fails, the schedule pays what is due at a later start. */
async function creditRoot(database: Database, ledger: SqlLedger): Promise<void> {
  const user = await database.queries
    .selectFrom("users")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await ledger.credit({
    id: `opening:${user.id}`,
    userId: user.id,
    amount: rootOpeningQuota,
    kind: "opening",
    remark: "",
  });
  await createUserRepository(database.queries).update(user.id, { welcome_due: "" });
}

function productVersion(): string {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  return `v${(JSON.parse(text) as { version: string }).version}`;
}
