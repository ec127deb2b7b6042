/** A server of one process with the test platform, for tests that kill it. It prints its address as a line. */
import { buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import { registerTestPlatform } from "./test-platform.ts";

registerTestPlatform();
const app = await buildApp(readConfig(process.env, false));
process.stdout.write(`${await app.listen()}\n`);
