import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Recorded,
  readAnthropicStream,
  readAnthropicWhole,
  readOpenAiStream,
  readOpenAiWhole,
  splitAnswers,
} from "../conformance/read-recording.ts";
import {
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * Recorded answers of real upstreams, which are no part of the project, played by the upstream of a running server: what the
 * official SDK gets and what is booked must be what the recording says. Their folder is named by TOLLGATE_TRANSCRIPTS,
 * or lies beside the project.
 */
const root = path.resolve(import.meta.dirname, "../../..");
const folder = process.env["TOLLGATE_TRANSCRIPTS"] ?? path.resolve(root, "../shared/transcripts");

interface Source {
  from: string;
  type: number;
  frame(line: string): string;
  end: string[];
  whole(body: unknown): Recorded;
  stream(lines: readonly string[]): Recorded;
}

const openAi = {
  frame: (line: string) => `data: ${line}\n\n`,
  end: ["data: [DONE]\n\n"],
  whole: readOpenAiWhole,
  stream: readOpenAiStream,
};
const sources: Source[] = [
  { from: "openai/chat", type: 1, ...openAi },
  { from: "deepseek/chat", type: 28, ...openAi },
  { from: "openai-compatible/chat", type: 8, ...openAi },
  {
    from: "anthropic/messages",
    type: 14,
    frame: (line) => `event: ${(JSON.parse(line) as { type: string }).type}\ndata: ${line}\n\n`,
    end: [],
    whole: readAnthropicWhole,
    stream: readAnthropicStream,
  },
];

function linesOf(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  if (!file.endsWith(".sse")) return lines;
  return lines.map((line) => line.replace(/^data: /, "")).filter((line) => line !== "[DONE]");
}

/** Every class costs one quota a token, so a bill is the number of tokens that the recording reports. */
const onePerToken = {
  cached_tokens: 1,
  cached_read_tokens: 1,
  cached_write_tokens: 1,
  cached_write_1h_tokens: 1,
};

describe.skipIf(!existsSync(folder))(
  "recorded answers through a running server (skipped: not present)",
  () => {
    let running: RunningApp;
    let upstream: FakeUpstream;
    let client: OpenAI;

    beforeAll(async () => {
      upstream = await startFakeUpstream();
      running = await startApp();
      for (const { from, type } of sources) {
        await running.aChannel({ name: from, type, base_url: upstream.url, models: [from] });
        const extra_ratios = onePerToken;
        await running.aPrice({
          model: from,
          type: "tokens",
          channel_type: type,
          input: 1,
          output: 1,
          extra_ratios,
        });
      }
      const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
      const group = groups.data.find((entry) => entry.symbol === "default");
      await running.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
      const { key } = await running.aToken();
      client = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
    });

    const request = (model: string) => ({ model, messages: [{ role: "user" as const, content: "hi" }] });

    async function expectSame(
      completion: OpenAI.ChatCompletion,
      reasoning: string,
      recorded: Recorded,
      balanceBefore: number,
    ): Promise<void> {
      const choice = completion.choices[0];
      expect(choice?.message.content ?? "").toBe(recorded.text);
      expect(reasoning).toBe(recorded.reasoning);
      const tools = (choice?.message.tool_calls ?? []).map((call) => {
        if (call.type !== "function") throw new Error(`a ${call.type} call`);
        return { name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown };
      });
      expect(tools).toEqual(recorded.tools);
      expect(choice?.finish_reason).toBe(recorded.finish);
      await expectBooked(recorded, balanceBefore);
    }

    /** Log row, token, balance and ledger agree with the recording to the unit. */
    async function expectBooked(recorded: Recorded, balanceBefore: number): Promise<void> {
      const books = await running.books();
      const log = books.logs.at(-1);
      expect(log?.metadata.end_reason).toBe("completed");
      expect(books.entries).toBe(books.balance);
      expect(balanceBefore - books.balance).toBe(log?.quota);
      const tokens = await running.api<{ data: { used_quota: number }[] }>("GET", "/api/token/");
      expect(tokens.data[0]?.used_quota).toBe(books.usedQuota);
      if (!recorded.usage) {
        expect(log?.metadata.usage_source).toBe("counted");
        return;
      }
      expect(log).toMatchObject({
        prompt_tokens: recorded.usage.prompt,
        completion_tokens: recorded.usage.completion,
        quota: recorded.usage.prompt + recorded.usage.completion,
      });
      expect(log?.metadata.usage_source).toBe("upstream");
    }

    const thoughtOf = (value: unknown): string => {
      const { reasoning_content: one, reasoning: other } = (value ?? {}) as Record<
        string,
        string | undefined
      >;
      return one ?? other ?? "";
    };

    for (const source of sources) {
      const directory = path.join(folder, source.from);
      for (const name of existsSync(directory) ? readdirSync(directory).sort() : []) {
        const file = path.join(directory, name);
        if (name.endsWith(".json")) {
          it(`whole: ${source.from}/${name}`, async () => {
            const body: unknown = JSON.parse(readFileSync(file, "utf8"));
            upstream.answer(jsonAnswer(body));
            const { balance } = await running.books();
            const completion = await client.chat.completions.create(request(source.from));
            await expectSame(
              completion,
              thoughtOf(completion.choices[0]?.message),
              source.whole(body),
              balance,
            );
            if (source.type === 14) return;
            // Native: nothing of the upstream's answer is lost or changed.
            expect(JSON.parse(JSON.stringify(completion))).toMatchObject(body as object);
          });
          continue;
        }
        for (const [i, lines] of splitAnswers(linesOf(file)).entries()) {
          it(`streamed: ${source.from}/${name} ${i + 1}`, async () => {
            upstream.answer(streamAnswer([...lines.map(source.frame), ...source.end]));
            const { balance } = await running.books();
            const asked = {
              ...request(source.from),
              stream: true as const,
              stream_options: { include_usage: true },
            };
            const recorded = source.stream(lines);
            if (source.type !== 14) {
              // Native: the SDK sees the upstream's own chunks, also those that its accumulator could not take.
              const chunks: string[] = [];
              for await (const chunk of await client.chat.completions.create(asked))
                chunks.push(JSON.stringify(chunk));
              expect(source.stream(chunks)).toEqual(recorded);
              await expectBooked(recorded, balance);
              return;
            }
            const stream = client.chat.completions.stream(asked);
            let reasoning = "";
            stream.on("chunk", (chunk) => {
              reasoning += thoughtOf(chunk.choices[0]?.delta);
            });
            await expectSame(await stream.finalChatCompletion(), reasoning, recorded, balance);
          });
        }
      }
    }
  },
);
