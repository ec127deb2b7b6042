import { setFlagsFromString } from "node:v8";
import { type App, buildApp } from "./build-app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { prepareDemo } from "./demo/prepare-demo.ts";
import { SchemaError } from "./storage/migrate.ts";

// Calls live for moments. Where V8 learns otherwise under load it makes them old at birth, and their garbage waits for the
// big collector: a fifth of the relay's processor time (`npm run bench`).
setFlagsFromString("--no-allocation-site-pretenuring");

/** Prints what the operator must know once; the rest is structured logging. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function start(): Promise<App> {
  const config = readConfig(process.env, process.argv.includes("--demo"));
  for (const warning of config.warnings) say(`Warning: ${warning}`);
  const app = await buildApp(config);
  if (config.demo) await prepareDemo(app);
  const address = await app.listen();
  if (app.generatedPassword) {
    say(`\n  First user: root\n  Password:   ${app.generatedPassword}\n  It is shown only this once.\n`);
  }
  say(`Tollgate is ready at ${address}${config.demo ? " (demo: sandbox data)" : ""}`);
  return app;
}

try {
  const app = await start();
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // A second signal does not wait any longer.
      if (stopping) process.exit(1);
      stopping = true;
      say("Stopping: open answers may end first.");
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
  else if (listen) process.stderr.write(`Tollgate cannot listen. HOST, PORT: ${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
