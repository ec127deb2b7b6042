/**
 * The upstream and the load generator in one process, so that they do not wait for each other on their shared core. `node
 * load-process.ts PORT EVENTS PACE` serves as `fake-upstream.ts` does, and does the jobs that its parent sends, one at a time.
 */
import { startUpstream } from "./fake-upstream.ts";
import { generateLoad, type Job } from "./load-generator.ts";

const [port = "0", events = "64", pace = "0"] = process.argv.slice(2);
process.on("message", (job) => {
  void generateLoad(job as Job).then((seen) => process.send?.(seen));
});
await startUpstream(Number(port), Number(events), Number(pace));
console.log("ready");
