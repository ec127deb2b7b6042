/** Plays one attack of `attacks.ts` until it is stopped: `node attack-process.ts <name> <target as JSON>`. Prints the response statuses. */
import { attacks, type AttackTarget } from "./attacks.ts";

const [name = "", target = "{}"] = process.argv.slice(2);
const attack = attacks.find((known) => known.name === name);
if (!attack) throw new Error(`There is no attack ${name}.`);

/** How often each status came; 0 for a connection that was closed without one. */
const statuses: Record<number, number> = {};
const count = (status: number): void => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};

const parsed = JSON.parse(target) as AttackTarget;
const work = await attack.prepare(parsed);
console.log("ready");
process.once("SIGTERM", () => {
  console.log(`answered ${JSON.stringify(statuses)}`);
  process.exit(0);
});
/** Sequential, so that a server that rejects immediately is not just flooded with connections. */
async function keepOn(): Promise<never> {
  for (;;) count(await work().catch(() => 0));
}
for (let worker = 0; worker < attack.concurrency; worker++) void keepOn();
