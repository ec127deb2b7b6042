import * as z from "zod";
import type { Settings } from "@tollgate/contract/settings";
import type { Clock } from "../../platform/clock.ts";
import type { GuardedFetch } from "../../platform/guarded-fetch/guarded-fetch.ts";
import { randomText } from "../../platform/ids.ts";
import type { JobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { Notify } from "./notify.ts";

export interface ReleaseCheckDependencies {
  settings: { current(): Pick<Settings, "ReleasesAddress"> };
  fetchPublic: GuardedFetch;
  product: { version: string };
  runs: JobRunRepository;
  clock: Clock;
  notify: Notify;
}

/** The response of GitHub's `releases/latest`; any server with the same response works. */
const release = z.object({
  tag_name: z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  html_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .catch(""),
});

/** The row of `job_runs` that holds the newest version that was reported. */
const name = "newest-release";
const limits = { maxBytes: 1024 * 1024, timeoutMilliseconds: 20_000 };
const longestSeconds = 60;

/**
 * Reports a newer release once; calls no server while the setting has no address.
 * @throws FetchRejected
 */
export function createReleaseCheck(deps: ReleaseCheckDependencies): () => Promise<void> {
  const { runs, clock } = deps;
  return async () => {
    const address = deps.settings.current().ReleasesAddress;
    if (address === "") return;
    const { bytes } = await deps.fetchPublic(address, limits);
    const newest = release.safeParse(parseJson(bytes.toString("utf8"))).data;
    const current = deps.product.version;
    if (!newest || !isNewer(newest.tag_name, current)) return;
    const version = newest.tag_name;
    let reported = (await runs.find(name))?.progress ?? "";
    if (reported === version) return;
    const holder = randomText(16);
    const now = clock.now();
    if (!(await runs.hold(name, { holder, now, until: now + longestSeconds, progress: reported }))) return;
    const content = {
      kind: "new_version",
      version,
      current,
      address: newest.html_url || address,
      time: now,
    } as const;
    try {
      await deps.notify({ content, subject: `version:${version}`, label: version });
      reported = version;
    } finally {
      await runs.release(name, holder, reported);
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compares `v1.2.3` number by number. */
function isNewer(version: string, current: string): boolean {
  const [a, b] = [version, current].map((text) => text.replace(/^v/, "").split(/[.-]/).map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
