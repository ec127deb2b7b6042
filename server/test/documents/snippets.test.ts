import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles } from "../../../scripts/list-files.ts";
import { readCodeBlocks } from "../../../scripts/read-markdown.ts";
import { type MidjourneyStandIn, startMidjourneyStandIn } from "../support/midjourney-stand-in.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { type SunoStandIn, startSunoStandIn } from "../support/suno-stand-in.ts";
import { pollTask } from "../support/poll-task.ts";
import { type TaskCaller, taskCaller } from "../support/task-caller.ts";
import { checkSnippet, root, type Server, type Verdict } from "./check-snippet.ts";

const pages = ["README.md", ...listFiles(root, "docs/use"), ...listFiles(root, "docs/operate")];
const snippets = pages.flatMap((page) =>
  readCodeBlocks(readFileSync(path.join(root, page), "utf8"))
    .filter(({ language }) => language !== "")
    .map((block) => ({ ...block, name: `${page}:${block.line}`, page })),
);

let running: RunningApp;
let midjourney: MidjourneyStandIn;
let suno: SunoStandIn;
let server: Server;
let verdicts: Verdict[];
beforeAll(async () => {
  running = await startApp();
  await running.aChannel({ type: 1000, key: "any", models: ["sandbox-small"] });
  [midjourney, suno] = await Promise.all([startMidjourneyStandIn(), startSunoStandIn()]);
  await running.aChannel({ type: 34, key: midjourney.secret, base_url: midjourney.url, models: ["mj_*"] });
  const songs = ["suno_lyrics", "chirp-*"];
  await running.aChannel({ type: 41, key: suno.key, base_url: suno.url, models: songs });
  await running.setBalance(5_000_000);
  server = { url: running.url, key: (await running.aToken()).key };
  const variables = await finishTasks(taskCaller(running, server.key));
  verdicts = await Promise.all(
    snippets.map((snippet) => checkSnippet(snippet, { ...server, variables: variables[snippet.page] ?? {} })),
  );
});
afterAll(async () => {
  await running?.stop();
  await midjourney?.stop();
  await suno?.stop();
});

/** Finished tasks for the variables that the examples of a page use. */
async function finishTasks(caller: TaskCaller): Promise<Record<string, Record<string, string>>> {
  const image = await caller.post("/mj/submit/imagine", { prompt: "a toll gate" });
  const song = await caller.post("/suno/submit/music", {
    gpt_description_prompt: "a song",
    mv: "chirp-crow",
  });
  midjourney.finish(midjourney.latest().id);
  suno.finish(suno.latest().task_id);
  const [drawing, TASK] = [String(image.json["result"]), String(song.json["data"])];
  await pollTask(running, drawing, () => caller.get(`/mj/task/${drawing}/fetch`));
  await pollTask(running, TASK, () => caller.get(`/suno/fetch/${TASK}`));
  const { buttons } = (await caller.get(`/mj/task/${drawing}/fetch`)).json as {
    buttons: { customId: string }[];
  };
  const BUTTON = buttons[0]?.customId ?? "";
  const region = { taskId: drawing, customId: buttons.at(-1)?.customId };
  const WINDOW = String((await caller.post("/mj/submit/action", region)).json["result"]);
  const { data } = (await caller.get(`/suno/fetch/${TASK}`)).json as { data: { data: { id: string }[] } };
  return {
    "docs/use/midjourney.md": { TASK: drawing, BUTTON, WINDOW, MASK: "data:image/png;base64,AA" },
    "docs/use/suno.md": { TASK, SONG: data.data[0]?.id ?? "" },
  };
}

describe("snippets of the documents", () => {
  it.each(snippets.map(({ name, language }, at) => [name, language, at] as const))(
    "%s (%s) works as written",
    (_name, _language, at) => {
      expect(verdicts[at]?.problem).toBeUndefined();
    },
  );

  it("on the pages for newcomers are run", () => {
    const run = snippets.filter((_, at) => verdicts[at]?.notRun === undefined).map(({ page }) => page);
    expect(run).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/use/quick-start.md",
        "docs/use/clients.md",
        "docs/use/midjourney.md",
        "docs/use/suno.md",
      ]),
    );
  });
});

describe("a mistake in a snippet is found", () => {
  const curl = `curl http://localhost:3000/v1/chat/completions -H "Authorization: Bearer $TOLLGATE_KEY" -H "Content-Type: application/json" -d '{"model": "sandbox-small", "messages": [{"role": "user", "content": "Hello"}]}'`;
  const imagine = `curl http://localhost:3000/mj/submit/imagine -H "mj-api-secret: $TOLLGATE_KEY" -H "content-type: application/json" -d '{"prompt": "a gate"}'`;
  const module = `import OpenAI from "openai";
const client = new OpenAI({ baseURL: "http://localhost:3000/v1", apiKey: process.env.TOLLGATE_KEY, maxRetries: 0 });
console.log((await client.models.list()).data[0].id);
`;
  const nginx = "server { listen 443 ssl; ssl_certificate a; ssl_certificate_key b; return 204; }";

  it.concurrent.each([
    ["sh", "/chat/completions", "/chat/completion", curl],
    ["sh", "sandbox-small", "sandbox-large-and-wrong", curl],
    ["sh", "npm start", "if npm start", "npm start"],
    ["sh", "npm start", "rm -rf data", "npm start"],
    ["sh", "imagine", "imagin", imagine],
    ["js", "/v1", "/v2", module],
    ["js", "TOLLGATE_KEY", "TOLLGATE_TOKEN", module],
    ["js", "});", ");", 'import x from "not-installed";\nx({ a: 1 });'],
    ["python", ")", "", "print(1)"],
    ["json", "}", "", '{ "a": 1 }'],
    ["nginx", "return", "retrun", nginx],
    ["ini", "Restart", "Restrt", "[Service]\nExecStart=/bin/true\nRestart=always"],
  ])("%s: %j written as %j", async (language, right, wrong, text) => {
    const check = (changed: string) => checkSnippet({ language, text: changed, line: 1 }, server);
    const [good, bad] = await Promise.all([check(text), check(text.replace(right, wrong))]);
    expect(good.problem).toBeUndefined();
    if (!bad.notRun?.startsWith("needs ")) expect(bad.problem).toBeTypeOf("string");
  });

  it("in a language without a check", async () => {
    expect(await checkSnippet({ language: "ruby", text: "puts 1", line: 1 }, server)).toEqual({
      problem: "nothing checks the language ruby",
    });
  });
});
