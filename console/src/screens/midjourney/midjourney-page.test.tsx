import { listLogNames } from "@tollgate/contract/logs";
import {
  getOwnTask,
  getTask,
  listMidjourneyTasks,
  listOwnMidjourneyTasks,
  type MidjourneyTask,
} from "@tollgate/contract/tasks";
import { getPlaygroundKey } from "@tollgate/contract/tokens";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aMidjourneyTask, aTaskDetail } from "../../../test/a-task";
import { answer, apiServer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { midjourneyScreen } from "./screen";

async function openAsUser(tasks: MidjourneyTask[], url = "/panel/midjourney") {
  answer(getOwnTask, aTaskDetail({ task: { platform: "midjourney", action: "IMAGINE" } }));
  const calls = answer(listOwnMidjourneyTasks, aPage(tasks));
  return { ...(await renderScreen(midjourneyScreen, { user: aUser(), url })), calls };
}

const lightbox = () => screen.findByRole("dialog", { name: "Imagine" });

/** Answers a submission as the relay does; gives the requests. */
function answerSubmissions(path: string, reply: (key: string) => Response) {
  const requests: { key: string; body: unknown }[] = [];
  apiServer.use(
    http.post(`*${path}`, async ({ request }) => {
      const key = request.headers.get("authorization") ?? "";
      requests.push({ key, body: await request.json() });
      return reply(key);
    }),
  );
  return requests;
}

/** Columns that the table of async tasks has too, in its order. */
const inOrder = [
  "Channel",
  "User, token",
  "Type",
  "Status",
  "Progress",
  "Elapsed",
  "Prompt",
  "Failure reason",
  "Cost",
];

describe("the list of pictures", () => {
  it("shows administrators every column of everyone's tasks", async () => {
    answer(listLogNames, []);
    answer(listMidjourneyTasks, aPage([aMidjourneyTask({ code: 22, fail_reason: "Banned prompt" })]));
    await renderScreen(midjourneyScreen, { user: anAdmin() });
    const row = (await screen.findByRole("button", { name: "Imagine" })).closest("tr") as HTMLElement;
    for (const shown of [
      "ada",
      "ci",
      "Queued",
      "Succeeded",
      "100%",
      "42.0 s",
      "A lighthouse",
      "Banned prompt",
    ])
      expect(within(row).getAllByText(shown)[0]).toBeVisible();
    expect(within(row).getByTitle("Midjourney #5")).toBeVisible();
    expect(row.querySelector("img")).toHaveAttribute(
      "src",
      "/task-content/task_picture/image?expires=1&signature=s",
    );
    for (const name of ["Channel", "User, token", "Submission", "Elapsed", "Failure reason", "Task ID"])
      expect(screen.getByRole("columnheader", { name: new RegExp(name) })).toBeVisible();
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers.filter((header) => inOrder.includes(header))).toEqual(inOrder);
  });

  it("requests times in milliseconds, and a user's own tasks without administrator filters", async () => {
    const { calls } = await openAsUser(
      [aMidjourneyTask()],
      `/panel/midjourney?range=custom&start=${aMoment}&end=${aMoment + 60}&username=root&action=IMAGINE`,
    );
    expect(await screen.findByRole("button", { name: "Imagine" })).toBeVisible();
    expect(calls[0]?.query).toMatchObject({
      start_timestamp: String(aMoment * 1000),
      end_timestamp: String((aMoment + 60) * 1000),
      action: "IMAGINE",
    });
    for (const name of ["username", "view", "whose"]) expect(calls[0]?.query).not.toHaveProperty(name);
  });

  it.each([
    [1, "Accepted"],
    [21, "Waiting"],
    [22, "Queued"],
    [0, "Not accepted"],
    [24, "24"],
  ])("names the code %i of a submission", async (code, word) => {
    await openAsUser([aMidjourneyTask({ code })]);
    expect(await screen.findByText(word)).toBeVisible();
  });

  it("shows how to create the first picture, with this server's address", async () => {
    await openAsUser([]);
    expect(await screen.findByText("No images yet")).toBeVisible();
    expect(
      await screen.findByText(/^curl 'https:\/\/gateway\.example\.com\/mj\/submit\/imagine'/),
    ).toBeVisible();
  });

  it("shows why it failed, as a list and as pictures", async () => {
    reject(listOwnMidjourneyTasks, "server.internal");
    const { person } = await renderScreen(midjourneyScreen, { user: aUser() });
    expect(await screen.findByText(/Server error/)).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Images" }));
    expect(await screen.findByText(/Server error/)).toBeVisible();
  });

  it("shows cards on a phone", async () => {
    setViewport("phone");
    const { person } = await openAsUser([aMidjourneyTask()]);
    await person.click(await screen.findByRole("button", { name: "Imagine" }));
    expect(await screen.findByRole("dialog", { name: "Midjourney · Imagine" })).toBeVisible();
  });
});

describe("the grid", () => {
  it("shows pictures, and progress or the reason for tasks without one", async () => {
    const { person, location } = await openAsUser([
      aMidjourneyTask(),
      aMidjourneyTask({
        task_id: "b",
        image_url: "",
        task_state: "in_progress",
        charge: "held",
        progress: "40%",
      }),
      aMidjourneyTask({ task_id: "c", image_url: "", task_state: "failure", fail_reason: "Banned prompt" }),
    ]);
    await person.click(await screen.findByRole("button", { name: "Images" }));
    expect(location()).toBe("/panel/midjourney?view=grid");
    const tiles = within(await screen.findByRole("list", { name: "Midjourney" })).getAllByRole("listitem");
    expect(tiles).toHaveLength(3);
    expect(within(tiles[1] as HTMLElement).getByText("40%")).toBeVisible();
    expect(within(tiles[2] as HTMLElement).getByText("Banned prompt")).toBeVisible();
    await person.click(within(tiles[0] as HTMLElement).getByRole("button"));
    expect(await lightbox()).toBeVisible();
    expect(location()).toBe("/panel/midjourney?view=grid&picture=task_picture");
  });

  it("shows a message where a picture cannot be loaded", async () => {
    await openAsUser([aMidjourneyTask()], "/panel/midjourney?view=grid");
    const tiles = await screen.findByRole("list", { name: "Midjourney" });
    await waitFor(() => expect(tiles.querySelector("img")).not.toBeNull());
    fireEvent.error(tiles.querySelector("img") as HTMLElement);
    expect(await within(tiles).findByText("The file could not be loaded.")).toBeVisible();
  });
});

describe("the lightbox", () => {
  const three = ["one", "two", "three"].map((task_id) =>
    aMidjourneyTask({ task_id, prompt: `Picture ${task_id}` }),
  );

  it("steps through the pictures of the page by keyboard, and opens the details", async () => {
    const { person, location } = await openAsUser(three, "/panel/midjourney?picture=one");
    expect(within(await lightbox()).getByText("1 / 3")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Previous" })).toBeNull();
    await person.keyboard("{ArrowRight}");
    await waitFor(() => expect(location()).toBe("/panel/midjourney?picture=two"));
    expect(await screen.findByRole("img", { name: "Picture two" })).toBeInTheDocument();
    await person.keyboard("{ArrowLeft}");
    await waitFor(() => expect(location()).toBe("/panel/midjourney?picture=one"));
    await person.click(screen.getByRole("button", { name: "Details" }));
    await waitFor(() => expect(location()).toBe("/panel/midjourney?id=one"));
    expect(await screen.findByRole("dialog", { name: "Midjourney · Imagine" })).toBeVisible();
  });

  it("offers the file: its address, a tab of its own, a download", async () => {
    const { person } = await openAsUser(three, "/panel/midjourney?picture=two");
    const box = await lightbox();
    const address = "/task-content/two/image?expires=1&signature=s";
    expect(within(box).getByRole("link", { name: "Open in a new tab" })).toHaveAttribute("href", address);
    expect(within(box).getByRole("link", { name: "Download" })).toHaveAttribute("download", "two");
    await person.click(within(box).getByRole("button", { name: /Copy link/ }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${address}`);
  });

  it("fetches no picture from another server", async () => {
    await openAsUser(
      [aMidjourneyTask({ image_url: "https://cdn.example.org/task-content/a/0?signature=1" })],
      "/panel/midjourney",
    );
    expect(await screen.findByRole("button", { name: "Imagine" })).toBeVisible();
    expect(document.querySelector("img")).toBeNull();
  });

  it("shows a picture of another page by its link, and a message where there is none", async () => {
    const other = aMidjourneyTask({ task_id: "other", prompt: "Elsewhere" });
    answer(getOwnTask, aTaskDetail());
    const calls = answer(listOwnMidjourneyTasks, ({ query }) =>
      aPage(query["mj_id"] === "other" ? [other] : query["mj_id"] ? [] : three),
    );
    const { person } = await renderScreen(midjourneyScreen, {
      user: aUser(),
      url: "/panel/midjourney?picture=other",
    });
    expect(await screen.findByRole("img", { name: "Elsewhere" })).toBeInTheDocument();
    expect(calls.at(-1)?.query).toMatchObject({ mj_id: "other" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("follow-ups", () => {
  it("are sent with the playground's key, which is renewed once, and open the new task", async () => {
    let made = 0;
    answer(getPlaygroundKey, () => `key${++made}`);
    const requests = answerSubmissions("/mj/submit/action", (key) =>
      key === "Bearer sk-key1"
        ? new HttpResponse(null, { status: 401 })
        : HttpResponse.json({ code: 1, description: "Submit success", result: "task_new" }),
    );
    const { person, location } = await openAsUser(
      [aMidjourneyTask()],
      "/panel/midjourney?picture=task_picture",
    );
    await person.click(within(await lightbox()).getByRole("button", { name: "Upscale image 2" }));
    await waitFor(() => expect(location()).toBe("/panel/midjourney?id=task_new"));
    const body = { taskId: "task_picture", customId: "MJ::JOB::upsample::2::aa" };
    expect(requests).toEqual([
      { key: "Bearer sk-key1", body },
      { key: "Bearer sk-key2", body },
    ]);
  });

  it("show why the gateway rejected them", async () => {
    answer(getPlaygroundKey, "key");
    answerSubmissions("/mj/submit/action", () =>
      HttpResponse.json({ code: 4, description: "The balance is used up." }, { status: 403 }),
    );
    const { person } = await openAsUser([aMidjourneyTask()], "/panel/midjourney?picture=task_picture");
    await person.click(within(await lightbox()).getByRole("button", { name: "Variations of image 1" }));
    expect(await screen.findByText("The balance is used up.")).toBeVisible();
  });

  it("are copied as a request on demand, and always where a button needs more input", async () => {
    const { person } = await openAsUser([aMidjourneyTask()], "/panel/midjourney?picture=task_picture");
    const box = await lightbox();
    await person.click(within(box).getByRole("button", { name: "Vary region" }));
    await vi.waitFor(async () =>
      expect(await navigator.clipboard.readText()).toContain('"customId": "MJ::Inpaint::1::aa"'),
    );
    await person.click(within(box).getByRole("button", { name: "Copy as curl" }));
    await person.click(within(box).getByRole("button", { name: "Upscale image 2" }));
    await vi.waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(
        /^curl 'https:\/\/gateway\.example\.com\/mj\/submit\/action'[^]*upsample::2[^]*JSON$/,
      ),
    );
    expect(await navigator.clipboard.readText()).toContain("$GATEWAY_API_KEY");
  });

  it("that need a prompt ask for it, and answer the window that the button opens", async () => {
    answer(getPlaygroundKey, "key");
    const opened = answerSubmissions("/mj/submit/action", () =>
      HttpResponse.json({ code: 21, result: "task_window" }),
    );
    const sent = answerSubmissions("/mj/submit/modal", () =>
      HttpResponse.json({ code: 1, result: "task_new" }),
    );
    const buttons = JSON.stringify([{ customId: "MJ::CustomZoom::aa", label: "Custom Zoom" }]);
    const { person, location } = await openAsUser(
      [aMidjourneyTask({ buttons })],
      "/panel/midjourney?picture=task_picture",
    );
    const box = await lightbox();
    await person.click(within(box).getByRole("button", { name: "Custom zoom" }));
    expect(opened).toEqual([]);
    const field = within(box).getByRole("textbox", { name: "Prompt" });
    expect(field).toHaveValue("A lighthouse --zoom 1.8");
    // Keys of the text do not step through the pictures.
    await person.type(field, "{ArrowLeft}{ArrowRight} by night");
    await person.click(within(box).getByRole("button", { name: "Submit task" }));
    await waitFor(() => expect(location()).toBe("/panel/midjourney?id=task_new"));
    expect(opened).toMatchObject([{ body: { taskId: "task_picture", customId: "MJ::CustomZoom::aa" } }]);
    expect(sent).toMatchObject([
      { body: { taskId: "task_window", prompt: "A lighthouse --zoom 1.8 by night" } },
    ]);
  });

  it("of a task that waits for input are a form for the prompt, and the request for a mask", async () => {
    answer(getPlaygroundKey, "key");
    const sent = answerSubmissions("/mj/submit/modal", () =>
      HttpResponse.json({ code: 1, result: "task_new" }),
    );
    const waiting = {
      code: 21,
      task_state: "in_progress",
      charge: "held",
      image_url: "",
      buttons: "",
    } as const;
    const rows = [
      aMidjourneyTask({ ...waiting, task_id: "zoom", action: "CUSTOM_ZOOM" }),
      aMidjourneyTask({ ...waiting, task_id: "region", action: "INPAINT" }),
      aMidjourneyTask({ ...waiting, task_id: "answered", action: "CUSTOM_ZOOM" }),
    ];
    answer(listOwnMidjourneyTasks, aPage(rows));
    answer(getOwnTask, ({ params }) => {
      const { task_id, action, prompt } =
        rows.find((row) => row.task_id === params["task_id"]) ?? aMidjourneyTask();
      return aTaskDetail({
        task: { platform: "midjourney", task_id, action, prompt, task_state: "in_progress" },
        followed_by: task_id === "answered" ? ["task_new"] : [],
      });
    });
    const { person, location } = await renderScreen(midjourneyScreen, {
      user: aUser(),
      url: "/panel/midjourney?id=region",
    });
    const section = () => screen.findByRole("region", { name: "Waiting for input" });
    await person.click(within(await section()).getByRole("button", { name: "Copy as curl" }));
    await vi.waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(/submit\/modal[^]*"region"[^]*maskBase64/),
    );
    await person.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("dialog", { name: "Midjourney · Custom zoom" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Waiting for input" })).toBeNull();
    await person.click(screen.getByRole("button", { name: "Previous" }));
    await person.click(screen.getByRole("button", { name: "Previous" }));
    await person.click(await within(await section()).findByRole("button", { name: "Submit task" }));
    await waitFor(() => expect(location()).toBe("/panel/midjourney?id=task_new"));
    expect(sent).toMatchObject([{ body: { taskId: "zoom", prompt: "A lighthouse" } }]);
  });

  it("are the grid's own where the platform lists none, and none where they cannot be read", async () => {
    answer(getPlaygroundKey, "key");
    const requests = answerSubmissions("/mj/submit/change", () =>
      HttpResponse.json({ code: 1, result: "task_new" }),
    );
    const { person } = await openAsUser(
      [aMidjourneyTask({ buttons: "{not json" })],
      "/panel/midjourney?picture=task_picture",
    );
    expect(within(await lightbox()).queryByText("Follow-up actions")).toBeNull();
    answer(getOwnTask, aTaskDetail({ offers: ["U1", "V4", "R", "<b>"] }));
    await person.keyboard("{Escape}");
    await person.click(await screen.findByRole("button", { name: "Show image task_picture" }));
    await person.click(await screen.findByRole("button", { name: "Variations of image 4" }));
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({ taskId: "task_picture", action: "VARIATION", index: 4 }),
    );
  });

  it("of another user's picture are disabled", async () => {
    answer(listLogNames, []);
    answer(getTask, aTaskDetail());
    answer(listMidjourneyTasks, aPage([aMidjourneyTask()]));
    await renderScreen(midjourneyScreen, { user: anAdmin(), url: "/panel/midjourney?picture=task_picture" });
    const box = await lightbox();
    expect(within(box).getByRole("button", { name: "Upscale image 2" })).toBeDisabled();
    expect(within(box).getByText("Only the owner of a task can continue it.")).toBeVisible();
  });
});
