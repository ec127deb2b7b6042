import type { TaskRow } from "../../ledger/task-ledger.ts";
import { taskPlatforms } from "../tasks/registry.ts";
import type { UpstreamTarget } from "../upstream/upstream-call.ts";
import type { EngineDependencies } from "./engine.ts";
import { resultLinks } from "./result-links.ts";
import { pickState } from "./task-states.ts";
import { viewTask } from "./task-view.ts";

/** Minutes until the next try. */
const waits = [1, 5, 30];
const noticesPerLook = 20;
const leaseMilliseconds = 60_000;
const target: UpstreamTarget = {
  proxy: "",
  hostTrusted: false,
  connectTimeout: 5,
  firstByteTimeout: 10,
  idleTimeout: 10,
  totalTimeout: 15,
};

/** Posts ended tasks to their callback URLs, with retries. Only public addresses are called. */
export async function notifyCallers(dependencies: EngineDependencies, processId: string): Promise<void> {
  const now = dependencies.milliseconds();
  const due = await dependencies.reader.dueNotices(now, noticesPerLook);
  await Promise.all(due.map((row) => notify(dependencies, row, processId)));
}

async function notify(dependencies: EngineDependencies, row: TaskRow, processId: string): Promise<void> {
  const { tasks, settings } = dependencies;
  const now = dependencies.milliseconds();
  const leased = { ...pickState(row), lease_owner: processId, lease_until: now + leaseMilliseconds };
  if (!(await tasks.change(row, leased))) return;
  const isDelivered = !settings().notifiesCallers || (await post(dependencies, row));
  const wait = isDelivered ? undefined : waits[row.notify_tries];
  const notify_at = wait === undefined ? 0 : dependencies.milliseconds() + wait * 60_000;
  const state = {
    ...pickState(row),
    notify_at,
    notify_tries: row.notify_tries + 1,
    lease_owner: "",
    lease_until: 0,
  };
  await tasks.change({ ...row, version: row.version + 1 }, state);
}

/** True if the address accepted the callback. */
function post(dependencies: EngineDependencies, row: TaskRow): Promise<boolean> {
  const platform = taskPlatforms.find(({ id }) => id === row.platform);
  const url = URL.parse(row.notify_url);
  if (!platform || !url || !["http:", "https:"].includes(url.protocol) || url.username !== "")
    return Promise.resolve(true);
  const body = JSON.stringify(platform.renderTask(viewTask(row, resultLinks(dependencies, {}))));
  const headers = { "content-type": "application/json", "user-agent": "Tollgate" };
  return new Promise((resolve) => {
    const call = dependencies.upstream.call({ method: "POST", url: url.href, headers, body }, target, {
      onHead(status) {
        resolve(status >= 200 && status < 300);
        queueMicrotask(() => call.cancel());
      },
      onData() {},
      onEnd() {},
      onFail: () => resolve(false),
    });
  });
}
