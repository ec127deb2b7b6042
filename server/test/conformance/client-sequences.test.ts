import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, jsonAnswer } from "../fake-upstream/fake-upstream.ts";
import { claudeCode } from "./coding-clients/claude-code.ts";
import { codex } from "./coding-clients/codex.ts";
import { type CodingClient, instructions } from "./coding-clients/coding-client.ts";
import { geminiCli } from "./coding-clients/gemini-cli.ts";
import { type Replay, startReplay } from "./start-replay.ts";
import { strictChat } from "./strict-upstreams/strict-chat.ts";
import { strictGemini } from "./strict-upstreams/strict-gemini.ts";
import { strictMessages } from "./strict-upstreams/strict-messages.ts";
import { strictResponses } from "./strict-upstreams/strict-responses.ts";
import { findForeignSignatures, type StrictUpstream, type Turn } from "./strict-upstreams/strict-upstream.ts";

/**
 * Coding tools with upstreams of every other dialect that validate requests as strictly as their vendors do: a
 * question, two concurrent calls, one more call, a response, another question. The official SDKs read the responses,
 * and what they parsed is sent back.
 */
const pairs: { client: CodingClient; upstream: StrictUpstream }[] = [
  { client: claudeCode, upstream: strictChat },
  { client: claudeCode, upstream: strictResponses },
  { client: claudeCode, upstream: strictGemini },
  { client: codex, upstream: strictChat },
  { client: codex, upstream: strictMessages },
  { client: codex, upstream: strictGemini },
  { client: geminiCli, upstream: strictChat },
  { client: geminiCli, upstream: strictMessages },
  { client: geminiCli, upstream: strictResponses },
];

let replay: Replay;
let faults: string[];
/** For all tests: ids are never used twice. */
let answered = 0;

beforeAll(async () => {
  replay = await startReplay();
  for (const { name, type, model } of [strictChat, strictResponses, strictMessages, strictGemini])
    await replay.add(nameOf(name), type, model);
});
afterAll(() => replay?.stop());
beforeEach(() => {
  faults = [];
});

const nameOf = (name: string): string => name.replace(" ", "-").toLowerCase();

/** Runs the turns in order, counts prompt tokens on the way, and notes what the vendor would have rejected. */
function play(upstream: StrictUpstream, turns: readonly Turn[]): Answer {
  const label = nameOf(upstream.name).split("-")[0] ?? "";
  let issued: string[] = [];
  let at = 0;
  return (response, request) => {
    const note = (found: string[]): unknown =>
      faults.push(...found.map((fault) => `turn ${at + 1}: ${fault}`));
    if (request.path.includes("count_tokens")) {
      note(findForeignSignatures(request.json, [label]).map((fault) => `${fault} in a prompt to be counted`));
      jsonAnswer({ input_tokens: 7 })(response, request);
      return;
    }
    const turn = turns[at] ?? {};
    answered += 1;
    const signature = `sig-${label}-${answered}`;
    // Signatures from before the user's last message may be dropped.
    if (turns[at - 1]?.calls === undefined) issued = [];
    note(findFaults(upstream, request.json, issued));
    if (turn.calls) issued.push(signature);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(upstream.frames(turn, signature, `id${answered}`).join(""));
    at += 1;
  };
}

/** A request that cannot be checked is a fault too. */
function findFaults(
  upstream: StrictUpstream,
  body: Record<string, unknown>,
  issued: readonly string[],
): string[] {
  try {
    return upstream.findFaults(body, issued);
  } catch (error) {
    return [`unreadable: ${String(error)}`];
  }
}

const question = "Why is größe.ts wrong?";
const results = { parallel: ["export const größe = 1;", "src/main.ts:4"], single: ["Fixed."] };

describe.each(pairs)("$client.name, answered by $upstream.name", ({ client, upstream }) => {
  it("works through calls and results to a response", async () => {
    const { calls } = client;
    const turns: Turn[] = [
      { reasoning: "Look first.", text: "I look at it.", calls: calls.parallel },
      { reasoning: "Now change it.", calls: calls.single },
      { text: "It was the umlaut: größe ≠ grösse 🏔️." },
      { text: "You are welcome." },
    ];
    replay.upstream.answer(play(upstream, turns));
    const session = client.start(replay.running.url, replay.key, () => nameOf(upstream.name));
    const thinks = upstream !== strictChat;

    const first = await session.prompt(question);
    expect(first).toEqual({
      text: turns[0]?.text,
      reasoning: thinks ? "Look first." : "",
      calls: calls.parallel,
    });
    const second = await session.give(results.parallel);
    expect(second).toEqual({ text: "", reasoning: thinks ? "Now change it." : "", calls: calls.single });
    const third = await session.give(results.single);
    expect(third).toEqual({ text: turns[2]?.text, reasoning: "", calls: [] });
    const last = await session.prompt("Thanks!");
    expect(last.text).toBe("You are welcome.");

    expect(faults).toEqual([]);
    const sent = replay.upstream.seen.map((request) => request.text);
    expect(sent).toHaveLength(4);
    for (const text of sent) for (const content of [instructions, question]) expect(text).toContain(content);
    const whole = JSON.stringify(replay.upstream.seen.at(-1)?.json).replaceAll("\\\\", "\\");
    for (const result of [...results.parallel, ...results.single]) expect(whole).toContain(result);
  });
});

/**
 * Bytes of a caller's own format pass unchanged, so the vendor sees the same as without a gateway: calls without
 * reasoning, although it requires reasoning with every call. An upstream that signs nothing has nothing to lose.
 */
const cannotMove = [
  { client: claudeCode, from: strictChat, to: strictMessages },
  { client: geminiCli, from: strictChat, to: strictGemini },
];

const upstreams = [strictChat, strictResponses, strictMessages, strictGemini];
const moves = [claudeCode, codex, geminiCli].flatMap((client) =>
  upstreams.flatMap((from) => upstreams.flatMap((to) => (from === to ? [] : [{ client, from, to }]))),
);
const possible = moves.filter(
  ({ client, from, to }) =>
    !cannotMove.some((pair) => pair.client === client && pair.from === from && pair.to === to),
);

describe.each(possible)("$client.name moves from $from.name to $to.name", ({ client, from, to }) => {
  it("in the middle of its calls, and back for the next question", async () => {
    const { calls } = client;
    const first: Turn = { reasoning: "Look first.", calls: calls.parallel };
    const others: Turn[] = [{ reasoning: "Now change it.", calls: calls.single }, { text: "Done." }];
    let upstream = from;
    const session = client.start(replay.running.url, replay.key, () => nameOf(upstream.name));

    replay.upstream.answer(play(from, [first]));
    expect((await session.prompt(question)).calls).toEqual(calls.parallel);
    upstream = to;
    replay.upstream.answer(play(to, others));
    expect((await session.give(results.parallel)).calls).toEqual(calls.single);
    expect((await session.give(results.single)).text).toBe("Done.");
    upstream = from;
    replay.upstream.answer(play(from, [{ text: "You are welcome." }]));
    expect((await session.prompt("Thanks!")).text).toBe("You are welcome.");
    expect(faults).toEqual([]);
  });
});
