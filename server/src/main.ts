import { setFlagsFromString } from "node:v8";
import { buildApp } from "./build-app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { prepareDemo } from "./demo/prepare-demo.ts";
import { collectWhenIdle, type Load } from "./platform/collect-when-idle.ts";
import type { Logger } from "./platform/logger.ts";
import { stepHelpersBack } from "./platform/step-back.ts";
import { isWorker, runWorkers } from "./run-workers.ts";
import { isDatabaseUnavailable } from "./storage/is-database-unavailable.ts";
import { SchemaError } from "./storage/migrate.ts";

// Objects of requests are short-lived. Under load V8 would allocate them in the old generation, where the major
// collector takes a fifth of the relay's processor time (`npm run bench`).
setFlagsFromString("--no-allocation-site-pretenuring");

// `npm start` sets the young generation of the event loop. Later threads need less, and no mapping of V8's built-in
// functions near their own code, which makes calls of the event loop 3 % faster.
setFlagsFromString("--min-semi-space-size=1");
setFlagsFromString("--max-semi-space-size=4");
setFlagsFromString("--no-short-builtin-calls");

/** Prints what the administrator must see once; the rest is structured logging. */
function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Running extends Load {
  close(): Promise<void>;
  logger: Logger;
}

/** A single process serves requests itself; of several, the first only prepares the database and supervises. */
async function start(): Promise<Running> {
  const config = readConfig(process.env, process.argv.includes("--demo"));
  if (isWorker()) {
    const app = await buildApp(config, { showRootPassword });
    await app.listen();
    return app;
  }
  for (const warning of config.warnings) print(`Warning: ${warning}`);
  // Several processes share their cores: one would wait for its helpers while another one has the core.
  if (config.workers === 1) await stepHelpersBack();
  const app = await buildApp(config, { showRootPassword });
  if (config.demo) await prepareDemo(app);
  if (config.workers > 1) {
    await app.close();
    const workers = runWorkers(config.workers, app.logger);
    await workers.ready;
    greet(config, `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${config.port}`);
    return { requests: 0, openExchanges: 0, logger: app.logger, close: () => workers.stop() };
  }
  greet(config, await app.listen());
  return app;
}

function showRootPassword(password: string): void {
  print(`\n  First user: root\n  Password:   ${password}\n  It is shown only this once.\n`);
}

function greet(config: Config, address: string): void {
  const manner = config.workers > 1 ? ` with ${config.workers} workers` : "";
  print(`Tollgate is ready at ${address}${manner}${config.demo ? " (demo: sandbox data)" : ""}`);
}

/** A host with several addresses fails once per address, and the combined error has no message. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError
    ? error.errors.map(reasonOf).join("; ")
    : error instanceof Error
      ? error.message
      : String(error);
}

try {
  const app = await start();
  collectWhenIdle(app);
  let stopping = false;
  // A terminal's Ctrl-C reaches workers too; they wait for the first process's message.
  if (isWorker()) process.on("SIGINT", () => {});
  for (const signal of isWorker() ? (["SIGTERM"] as const) : (["SIGTERM", "SIGINT"] as const)) {
    process.on(signal, () => {
      // A second signal stops immediately.
      if (stopping) process.exit(1);
      stopping = true;
      if (!isWorker()) print("Stopping: running responses may finish first.");
      void app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          app.logger.error({ err: error }, "stopping failed");
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof SchemaError;
  const listen = error instanceof Error && "code" in error && "port" in error;
  if (expected) process.stderr.write(`Tollgate cannot start. ${error.message}\n`);
  else if (isDatabaseUnavailable(error))
    process.stderr.write(
      `Tollgate cannot start. The database cannot be reached or written (DATABASE_URL, DATA_DIR): ${reasonOf(error)}\n`,
    );
  else if (listen) process.stderr.write(`Tollgate cannot listen. HOST, PORT: ${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
