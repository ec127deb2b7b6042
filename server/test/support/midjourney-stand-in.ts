import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

type Json = Record<string, unknown>;

/** A task as the proxy reports it. */
export interface ProxyTask extends Json {
  id: string;
  action: string;
  status: string;
  progress: string;
  prompt: string;
  imageUrl: string;
  failReason: string;
  buttons: { customId: string; emoji: string; label: string; type: number; style: number }[];
}

export interface MidjourneyStandIn extends StandInServer {
  secret: string;
  /** Every call with the right secret, oldest first. */
  calls: { method: string; path: string; body: Json }[];
  tasks: Map<string, ProxyTask>;
  /** The next responses, whatever the call: a hanging call, a page of HTML. Each is used once. */
  faults: StandInReply[];
  /** Modes with an available account. */
  modes: Set<string>;
  /** Queues further submissions (code 22) or rejects them (code 23). */
  queue: "free" | "waits" | "full";
  /** Order of task lists: every task twice, the last one first. */
  listing: "plain" | "duplicated" | "reversed";
  /** The only task, or the last one. */
  latest(): ProxyTask;
  /** Finishes a task with an image and the buttons of a grid. */
  finish(id: string, fields?: Json): void;
  fail(id: string, reason: string): void;
  /** Sends a task to its notify URL; returns the status of the response. */
  notify(id: string, fields?: Json): Promise<number>;
}

const paths: Readonly<Record<string, string>> = {
  "submit/imagine": "IMAGINE",
  "submit/blend": "BLEND",
  "submit/describe": "DESCRIBE",
  "submit/shorten": "SHORTEN",
  "insight-face/swap": "SWAP_FACE",
};

/** The image at every `imageUrl`. */
export const standInPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/**
 * A Midjourney proxy as clients of the One API family expect it: `/mj/…` with a secret; tests decide when tasks end.
 */
export async function startMidjourneyStandIn(): Promise<MidjourneyStandIn> {
  let ids = 1_712_204_995_849_000;
  const hooks = new Map<string, string>();
  const server = await startStandInServer((request) => answer(request));

  const standIn: MidjourneyStandIn = {
    ...server,
    secret: "proxy-secret-0123456789",
    calls: [],
    tasks: new Map(),
    faults: [],
    modes: new Set(["FAST", "RELAX", "TURBO"]),
    queue: "free",
    listing: "plain",
    latest: () => [...standIn.tasks.values()].at(-1) ?? need("latest"),
    finish(id, fields = {}) {
      const imageUrl = `${server.url}/pictures/${id}.png`;
      Object.assign(need(id), { status: "SUCCESS", progress: "100%", imageUrl, finishTime: Date.now() });
      Object.assign(need(id), { buttons: gridButtons(id), ...fields });
    },
    fail(id, failReason) {
      Object.assign(need(id), { status: "FAILURE", progress: "100%", failReason, finishTime: Date.now() });
    },
    async notify(id, fields = {}) {
      const answered = await fetch(hooks.get(id) ?? "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...need(id), ...fields }),
      });
      return answered.status;
    },
  };

  function need(id: string): ProxyTask {
    const task = standIn.tasks.get(id);
    if (!task) throw new Error(`the proxy has no task ${id}`);
    return task;
  }

  function answer(request: StandInRequest): StandInReply {
    if (request.path.startsWith("/pictures/"))
      return { status: 200, text: standInPicture, headers: { "content-type": "image/png" } };
    if (request.headers["mj-api-secret"] !== standIn.secret)
      return { status: 401, json: { code: 5, description: "The secret is wrong." } };
    const fault = standIn.faults.shift();
    const body = (request.body === "" ? {} : JSON.parse(request.body)) as Json;
    const path = request.path.replace(/^\/mj\//, "");
    standIn.calls.push({ method: request.method, path, body });
    if (fault) return fault;
    if (path === "task/list-by-condition") return { json: list(body["ids"] as string[]) };
    const [, seedOf] = /^task\/(\d+)\/image-seed$/.exec(path) ?? [];
    if (seedOf !== undefined)
      return {
        json: standIn.tasks.has(seedOf) ? said(1, "3820012345") : said(3, undefined, "No such task."),
      };
    if (path === "submit/upload-discord-images")
      return { json: said(1, [`${server.url}/pictures/uploaded.png`]) };
    return { json: submit(path, body) };
  }

  function list(ids: readonly string[]): ProxyTask[] {
    const found = ids.flatMap((id) => standIn.tasks.get(id) ?? []);
    if (standIn.listing === "duplicated") return [...found, ...found];
    return standIn.listing === "reversed" ? found.reverse() : found;
  }

  function submit(path: string, body: Json): Json {
    const [mode = ""] = (body["accountFilter"] as { modes?: string[] } | undefined)?.modes ?? [];
    if (!standIn.modes.has(mode)) return said(3, undefined, "No account is left.");
    if (standIn.queue === "full") return said(23, undefined, "The queue is full.");
    if (/\bbanned\b/.test(textOf(body, "prompt")))
      return {
        ...said(24, undefined, "The prompt may hold a banned word."),
        properties: { bannedWord: "banned" },
      };
    const plain = paths[path];
    const made = plain === undefined ? followUp(path, body) : { action: plain };
    if ("ended" in made) return made.ended;
    const task = create(made.action, body);
    if ("waits" in made && made.waits) {
      task.status = "MODAL";
      return said(21, task.id, "Waiting for window confirm");
    }
    return standIn.queue === "waits" ? said(22, task.id, "In queue, 1 before.") : said(1, task.id);
  }

  /** The action, or a response that ends the submission. */
  function followUp(path: string, body: Json): { ended: Json } | { action: string; waits?: boolean } {
    const end = (code: number, sentence: string) => ({ ended: said(code, undefined, sentence) });
    const original = standIn.tasks.get(String(body["taskId"]));
    if (!original) return end(3, "The related task does not exist.");
    if (path === "submit/modal") {
      if (original.status !== "MODAL") return end(4, "The task waits for nothing.");
      Object.assign(original, { status: "SUBMITTED", prompt: body["prompt"] ?? original.prompt });
      rememberHook(original.id, body);
      return { ended: said(1, original.id) };
    }
    if (original.status !== "SUCCESS") return end(4, "The related task is not finished.");
    if (path === "submit/change") return { action: String(body["action"]) };
    const { customId } = body;
    if (!original.buttons.some((button) => button.customId === customId))
      return end(4, "The task has no such button.");
    const waits = /::(?:Inpaint|CustomZoom)::/.test(String(customId));
    return { action: String(customId).split("::")[1] ?? "", waits };
  }

  function create(action: string, body: Json): ProxyTask {
    const id = String(++ids);
    const prompt = textOf(body, "prompt");
    const task: ProxyTask = {
      id,
      action,
      status: "SUBMITTED",
      progress: "0%",
      prompt,
      promptEn: prompt,
      description: `/imagine ${prompt}`,
      submitTime: Date.now(),
      startTime: 0,
      finishTime: 0,
      imageUrl: "",
      failReason: "",
      buttons: [],
      properties: {
        discordInstanceId: "1118138338562560102",
        finalPrompt: `${prompt} --v 6`,
      },
    };
    standIn.tasks.set(id, task);
    rememberHook(id, body);
    return task;
  }

  function rememberHook(id: string, body: Json): void {
    if (typeof body["notifyHook"] === "string") hooks.set(id, body["notifyHook"]);
  }

  return standIn;
}

const textOf = (body: Json, field: string): string => (typeof body[field] === "string" ? body[field] : "");

function said(code: number, result?: unknown, description = "Success"): Json {
  return { code, description, ...(result !== undefined && { result }), properties: {} };
}

/** The buttons under a grid, each with the id of its message. */
function gridButtons(id: string): ProxyTask["buttons"] {
  const button = (customId: string, label: string) => ({ customId, label, emoji: "", type: 2, style: 2 });
  return [
    ...[1, 2, 3, 4].map((one) => button(`MJ::JOB::upsample::${one}::msg-${id}`, `U${one}`)),
    ...[1, 2, 3, 4].map((one) => button(`MJ::JOB::variation::${one}::msg-${id}`, `V${one}`)),
    button(`MJ::JOB::reroll::0::msg-${id}::SOLO`, "Reroll"),
    button(`MJ::Inpaint::1::msg-${id}::SOLO`, "Vary (Region)"),
  ];
}
