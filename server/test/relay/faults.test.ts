import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningApp, startApp } from "../support/start-app.ts";
import {
  type Case,
  casesOf,
  gathered,
  type FaultyUpstream,
  inParallel,
  meet,
  openChannels,
  places,
  type Seen,
  startFaultyUpstream,
  ways,
} from "./fault-run.ts";
import { renderFaults } from "./fault-docs.ts";
import { faults } from "./fault-table.ts";

/**
 * Every fault in every format, once with a single channel and twice with a second one. All calls are sent first, many
 * at a time.
 */
const alone = casesOf(false);
const behind = casesOf(true);
const met = new Map<string, Seen[]>();
let running: RunningApp;
let key: string;
let upstream: FaultyUpstream;
let books: Awaited<ReturnType<RunningApp["books"]>>;

beforeAll(async () => {
  upstream = await startFaultyUpstream([...alone, ...behind]);
  running = await startApp();
  await running.aPrice({ model: "fault-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await openChannels(running, upstream.url, alone, false);
  await openChannels(running, upstream.url, behind, true);
  const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
  const group = groups.data.find((entry) => entry.symbol === "default");
  await running.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
  await running.aPrice({ model: gathered, type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url, models: [gathered] });
  // More slots than concurrent calls: a slot that is not released is found at the end.
  ({ key } = await running.aToken({ concurrency: places }));
  await inParallel(alone, async (one) => void met.set(one.model, [await meet(running, upstream, key, one)]));
  await inParallel(behind, async (one) => {
    const first = await meet(running, upstream, key, one);
    upstream.heal(one.model);
    // Another conversation: the same one would stay at its channel.
    met.set(one.model, [first, await meet(running, upstream, key, one, "Say goodbye")]);
  });
  books = await running.books();
}, 180_000);
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const seen = ({ model }: Case, index = 0): Seen => {
  const found = met.get(model)?.[index];
  if (!found) throw new Error(`${model} was not met`);
  return found;
};
const kindOf = (stream: boolean): string => (stream ? "streamed" : "whole");

/** Texts for the operator only. */
const secrets =
  /10\.1\.2\.3|127\.0\.0\.1|test-secret-key|org-AbCdEfGh1234|no-such-host|nginx|ECONN|ENOTFOUND/;

interface WireError {
  message?: string;
  code?: unknown;
  type?: unknown;
  details?: { reason?: string }[];
}

/** The error of a response or of a stream's last event. */
function errorOf({ text }: Seen, stream: boolean): WireError {
  const lines = text.split("\n").filter((line) => line.startsWith("data: "));
  const json = stream && lines.length > 0 ? (lines.at(-1) ?? "").slice("data: ".length) : text;
  const failure = JSON.parse(json) as { error?: WireError; response?: { error: WireError } };
  const error = failure.error ?? failure.response?.error;
  if (!error) throw new Error(`no error in ${text}`);
  return error;
}

function codeOf(error: WireError, errors: Case["way"]["errors"]): string | undefined {
  if (errors === "gemini") return error.details?.[0]?.reason?.toLowerCase();
  // Anthropic's errors have a type that follows from the status, and no code.
  return errors === "openai" ? String(error.code) : undefined;
}

describe.each(ways.map((way) => ({ name: way.name, way })))(
  "$name: the caller of an upstream that returns",
  ({ way }) => {
    for (const one of alone.filter((each) => each.way === way)) {
      const { fault, stream } = one;
      it(`${fault.name} (${kindOf(stream)}) receives ${fault.code ?? "no error"}, and is charged ${fault.charged}`, () => {
        const result = seen(one);
        expect(result.status).toBe(fault.status);
        expect(result.text).not.toMatch(secrets);
        expect(result.headers.get("retry-after")).toBe(
          fault.retryAfter === undefined ? null : String(fault.retryAfter),
        );
        if (fault.code !== undefined) {
          const error = errorOf(result, stream && fault.status === 200);
          expect(result.text).toContain(result.headers.get("x-request-id"));
          const code = codeOf(error, way.errors);
          // The upstream's own message, if it has one.
          const own = fault.code === "oops" ? ["oops", "invalid_request"] : [fault.code];
          if (code !== undefined) expect(own).toContain(code);
          expect(result.text).not.toContain("[DONE]");
        }
        const { quota, attempts, ...log } = result.log;
        expect(log.end_reason).toBe(fault.endReason);
        expect(attempts.map(({ reason }) => reason)).toEqual([fault.reason]);
        if (fault.charged === "nothing") expect(quota).toBe(0);
        else {
          expect(quota).toBeGreaterThan(0);
          expect(quota).toBeLessThan(40);
          expect(log.usage_source).toBe("counted");
        }
        expect(log.flagged).toBe(fault.flagged ?? false);
      });
    }
  },
);

describe.each(ways.map((way) => ({ name: way.name, way })))(
  "$name: with another channel as a fallback,",
  ({ way }) => {
    for (const one of behind.filter((each) => each.way === way)) {
      const { fault, stream } = one;
      const goes = fault.elsewhere ? "goes there" : "stays";
      it(`the call ${goes} after ${fault.name} (${kindOf(stream)}), and the channel ${fault.coolsDown ? "cools down" : "stays in use"}`, () => {
        const first = seen(one);
        const trail = first.log.attempts.map(({ channel_name: name, reason }) => [name === "spare", reason]);
        expect(trail).toEqual(
          fault.elsewhere
            ? [
                [false, fault.reason],
                [true, ""],
              ]
            : [[false, fault.reason]],
        );
        if (fault.elsewhere) {
          expect(first.status).toBe(200);
          expect(first.log).toMatchObject({ end_reason: "completed" });
          expect(first.log.quota).toBeGreaterThan(0);
          expect(first.text).not.toMatch(secrets);
        } else expect(first.status).toBe(fault.status);
        const [requested] = seen(one, 1).log.attempts;
        expect(requested?.channel_name === "spare").toBe(fault.coolsDown ?? false);
      });
    }
  },
);

describe("after all faults", () => {
  it("the ledger entries sum to the balance, and every row was charged once", () => {
    expect(books.entries).toBe(books.balance);
    expect(books.usedQuota).toBe(books.logs.reduce((sum, log) => sum + log.quota, 0));
    expect(books.logs).toHaveLength(alone.length + 2 * behind.length);
  });

  it("every slot of the token is free again", async () => {
    const body = { model: gathered, messages: [{ role: "user", content: "Hi" }] };
    const answers = await Promise.all(Array.from({ length: places }, () => running.call(key, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("nothing stays reserved", async () => {
    await running.books();
    await running.setBalance(1);
    expect((await running.books()).balance).toBe(1);
  });

  it("the documentation matches", async () => {
    expect(faults.length).toBeGreaterThan(30);
    await expect(renderFaults()).toMatchFileSnapshot("../../../docs/operate/provider-failures.md");
  });
});
