import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range from which the kernel takes ports for others, and above 10080, which browsers block. */
const [lowest, highest] = [11_000, 29_999];

/** A free port for a server that starts later: no test that listens on port 0 gets it in the meantime. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest + 1);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
