import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get as open, type IncomingMessage } from "node:http";
import { createMemoryBudget, type MemoryBudget } from "../../src/platform/memory-budget.ts";
import { pollTask } from "../support/poll-task.ts";
import { type StandInServer, startStandInServer } from "../support/stand-in-server.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Upstreams whose final task contains no address of the file. */
let running: RunningApp;
let minimax: StandInServer;
let vertex: StandInServer;
let key: string;

/** A user may hold 16 MB. */
const memory = createMemoryBudget(400 * 1024 * 1024, 16 * 1024 * 1024);
/** Bytes that queries about tasks have acquired so far. */
let queried = 0;
const watched: MemoryBudget = {
  get used() {
    return memory.used;
  },
  total: memory.total,
  open(owner) {
    const account = memory.open(owner);
    if (owner !== "tasks") return account;
    return {
      acquire(bytes) {
        queried += bytes;
        return account.acquire(bytes);
      },
      release: (bytes) => account.release(bytes),
      close: () => account.close(),
    };
  },
};

/** Larger in base64 than other responses about tasks may be. */
const bytes = Buffer.alloc(7 * 1024 * 1024, "video");
const operation =
  "projects/p-1/locations/us-central1/publishers/google/models/veo-3.0-generate-001/operations/op-1";
/** MiniMax's address of a file. */
let downloadUrl = "";

beforeAll(async () => {
  minimax = await startStandInServer(({ method, path, query, headers }) => {
    if (path === "/download/slow.mp4") return "hang";
    if (path === "/download/205.mp4" && headers.authorization === undefined)
      return { status: 200, text: "the bytes of a file", headers: { "content-type": "video/mp4" } };
    if (headers.authorization !== "Bearer sk-minimax") return { status: 401, text: "" };
    const base_resp = { status_code: 0, status_msg: "success" };
    if (method === "POST" && path === "/v1/video_generation") return { json: { task_id: "106", base_resp } };
    if (path === "/v1/query/video_generation" && query.get("task_id") === "106")
      return { json: { task_id: "106", status: "Success", file_id: "205", base_resp } };
    if (path === "/v1/files/retrieve" && query.get("file_id") === "205")
      return { json: { file: { file_id: "205", download_url: downloadUrl }, base_resp } };
    return { status: 404, text: "" };
  });
  downloadUrl = `${minimax.url}/download/205.mp4`;
  vertex = await startStandInServer(({ path, body, headers }) => {
    if (headers.authorization !== "Bearer a-token") return { status: 401, text: "" };
    if (path.endsWith(":predictLongRunning")) return { json: { name: operation } };
    const named = (JSON.parse(body) as { operationName?: string }).operationName;
    if (!path.endsWith("/models/veo-3.0-generate-001:fetchPredictOperation") || named !== operation)
      return { status: 404, text: "" };
    const video = { bytesBase64Encoded: bytes.toString("base64"), mimeType: "video/mp4" };
    return { json: { name: operation, done: true, response: { videos: [video] } } };
  });
  running = await startApp(undefined, { memory: watched, env: { EGRESS_ALLOW: "127.0.0.1" } });
  const channels = [
    { type: 27, key: "sk-minimax", base_url: minimax.url, models: ["MiniMax-Hailuo-2.3"] },
    {
      type: 42,
      key: "a-token",
      other: "us-central1|p-1",
      base_url: vertex.url,
      models: ["veo-3.0-generate-001"],
    },
  ];
  for (const channel of channels) await running.aChannel(channel);
  await running.setBalance(50_000_000);
  key = (await running.aToken()).key;
});

afterAll(async () => {
  await Promise.all([running?.stop(), minimax?.stop(), vertex?.stop()]);
});

const get = (path: string) =>
  fetch(`${running.url}/v1/videos/${path}`, { headers: { authorization: `Bearer ${key}` } });

async function make(model: string): Promise<string> {
  const answer = await running.call(key, { model, prompt: "a gate" }, { path: "/v1/videos" });
  const { id } = (await answer.json()) as { id: string };
  await pollTask(running, id, () => get(id));
  expect(await (await get(id)).json()).toMatchObject({ id, status: "completed" });
  return id;
}

describe("the bytes of a video", () => {
  it("are at the address of MiniMax's file API, without the channel's key", async () => {
    const id = await make("MiniMax-Hailuo-2.3");
    const content = await get(`${id}/content`);
    expect([content.status, content.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(await content.text()).toBe("the bytes of a file");
    downloadUrl = "http://169.254.169.254/latest/meta-data";
    expect((await get(`${id}/content`)).status).toBe(502);
    downloadUrl = "file:///etc/passwd";
    expect((await get(`${id}/content`)).status).toBe(502);
  });

  it("are in Vertex AI's operation, at any size, and never in the stored result", async () => {
    const id = await make("veo-3.0-generate-001");
    const content = await get(`${id}/content`);
    expect([content.status, content.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
    const { result } = await running.app.database.queries
      .selectFrom("tasks")
      .select("result")
      .where("task_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(result.length).toBeLessThan(100);
    expect((await get(`${id}/content?variant=thumbnail`)).status).toBe(404);
  });

  it("count against the memory budget while an operation is queried", async () => {
    queried = 0;
    await make("veo-3.0-generate-001");
    expect(queried).toBeGreaterThan(bytes.length);
    // The query ends after its result is stored.
    await expect.poll(() => memory.used).toBe(0);
  });

  it("count against their user's memory while a reader reads them slowly, with a signed address as with a key", async () => {
    const id = await make("veo-3.0-generate-001");
    const { files } = (await running.api("GET", `/api/task/${id}`)) as { files: [{ url: string }] };
    const { pathname, search } = new URL(files[0].url, running.url);
    const slow: IncomingMessage[] = [];
    const begin = () =>
      new Promise<number | undefined>((resolve) => {
        open(running.url + pathname + search, (response) => {
          slow.push(response.pause());
          resolve(response.statusCode);
        });
      });
    expect(await begin()).toBe(200);
    expect(memory.used).toBeGreaterThan(bytes.length);
    expect(await begin()).toBe(502);
    for (const response of slow) response.destroy();
    await expect.poll(() => memory.used).toBe(0);
    expect(await begin()).toBe(200);
    slow.at(-1)?.destroy();
  });

  it("are sent to at most 64 readers of one account's signed addresses at the same time", async () => {
    downloadUrl = `${minimax.url}/download/slow.mp4`;
    const id = await make("MiniMax-Hailuo-2.3");
    const { files } = (await running.api("GET", `/api/task/${id}`)) as { files: [{ url: string }] };
    const { pathname, search } = new URL(files[0].url, running.url);
    const leave = new AbortController();
    const read = (signal?: AbortSignal) => fetch(running.url + pathname + search, signal ? { signal } : {});
    const readers = Array.from({ length: 64 }, () => read(leave.signal).catch(() => undefined));
    const status = async () => (await read(AbortSignal.timeout(2000)).catch(() => undefined))?.status;
    await expect.poll(status, { timeout: 20_000 }).toBe(429);
    leave.abort();
    await Promise.all(readers);
    downloadUrl = `${minimax.url}/download/205.mp4`;
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
  });
});
