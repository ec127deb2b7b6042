import { listLogNames } from "@tollgate/contract/logs";
import { getOwnTask, getTask, listOwnTasks, listTasks, type TaskRow } from "@tollgate/contract/tasks";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aTask, aTaskDetail } from "../../../test/a-task";
import { answer, hold, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aUser } from "../../../test/builders";
import { serveEvents } from "../../../test/event-server";
import { renderApp, renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { useLiveConnection } from "../../lib/live/live";
import { pollPause } from "../../widgets/task-detail/task-queries";
import { tasksScreen } from "./screen";
import { TasksPage } from "./tasks-page";

async function openAsUser(rows: TaskRow[], url = "/panel/task") {
  const calls = answer(listOwnTasks, aPage(rows));
  return { ...(await renderScreen(tasksScreen, { user: aUser(), url })), calls };
}

async function openAsAdmin(rows: TaskRow[], url = "/panel/task") {
  answer(listLogNames, []);
  const calls = answer(listTasks, aPage(rows));
  return { ...(await renderScreen(tasksScreen, { user: anAdmin(), url })), calls };
}

/** Text that would be markup or a script if anything took it for that. */
const hostile = '<img src=x onerror="alert(1)"> javascript:alert(2) ‮gnp.exe';

/** Columns that Midjourney's table has too, in its order. */
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

describe("the list of tasks", () => {
  it("shows administrators everyone's tasks with user and channel, and their own on demand", async () => {
    const { person, location } = await openAsAdmin([aTask()]);
    const row = (await screen.findByText("Music")).closest("tr") as HTMLElement;
    for (const shown of ["ada", "ci", "Suno", "1 min 35 s", "100%", "Succeeded", "$0.100000"])
      expect(within(row).getAllByText(shown)[0]).toBeVisible();
    expect(within(row).getByTitle("Suno #4")).toBeVisible();
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers.filter((header) => inOrder.includes(header))).toEqual(inOrder);
    const own = answer(listOwnTasks, aPage([aTask()]));
    await person.click(screen.getByRole("button", { name: "Mine" }));
    await waitFor(() => expect(own).toHaveLength(1));
    expect(location()).toBe("/panel/task?whose=mine");
    expect(screen.queryByRole("columnheader", { name: "Channel" })).toBeNull();
  });

  it("requests a user's own tasks without administrator filters", async () => {
    const { calls } = await openAsUser(
      [aTask({ channel_id: 0, channel_name: "" })],
      "/panel/task?username=root&channel_id=3&status=failure&platform=suno&range=custom&start=5&end=9",
    );
    expect(await screen.findByText("Music")).toBeVisible();
    expect(calls[0]?.query).toMatchObject({
      status: "failure",
      platform: "suno",
      start_timestamp: "5",
      end_timestamp: "9",
    });
    for (const name of ["username", "channel_id", "whose", "range"])
      expect(calls[0]?.query).not.toHaveProperty(name);
  });

  it("shows a task's payment: held while it runs, released when it fails", async () => {
    await openAsUser([
      aTask({ task_id: "a", task_state: "in_progress", charge: "held", finish_time: 0, progress: 40 }),
      aTask({ task_id: "b", task_state: "expired", charge: "released", quota: 0, fail_reason: "No answer" }),
    ]);
    const moving = (await screen.findByText("Reserved")).closest("tr") as HTMLElement;
    expect(within(moving).getByText("40%")).toBeVisible();
    const expired = screen.getByText("Expired").closest("tr") as HTMLElement;
    expect(within(expired).getByText("Released")).toBeVisible();
    expect(within(expired).getByText("No answer")).toBeVisible();
  });

  it("shows how to create the first task, with this server's address", async () => {
    await openAsUser([]);
    expect(await screen.findByText("No tasks yet")).toBeVisible();
    expect(
      await screen.findByText(/^curl 'https:\/\/gateway\.example\.com\/suno\/submit\/music'/),
    ).toBeVisible();
  });

  it("shows that nothing matches, and why loading failed", async () => {
    await openAsUser([], "/panel/task?task_id=x");
    expect(await screen.findByText("No matches")).toBeVisible();
  });

  it("shows why it failed", async () => {
    reject(listOwnTasks, "server.internal");
    await renderScreen(tasksScreen, { user: aUser() });
    expect(await screen.findByText(/Server error/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("shows cards on a phone", async () => {
    setViewport("phone");
    const { person } = await openAsUser([aTask()]);
    answer(getOwnTask, aTaskDetail());
    await person.click(await screen.findByRole("button", { name: "Suno · Music" }));
    expect(await screen.findByRole("dialog", { name: "Suno · Music" })).toBeVisible();
  });
});

describe("running tasks", () => {
  afterEach(() => vi.restoreAllMocks());

  /** The shell's part, and the page. */
  function LivePage() {
    useLiveConnection();
    return <TasksPage />;
  }

  it("are refetched on an event", async () => {
    let progress = 40;
    answer(listOwnTasks, () => aPage([aTask({ task_state: "in_progress", charge: "held", progress })]));
    const streams = serveEvents();
    await renderApp(<LivePage />, { user: aUser(), namespaces: ["tasks"] });
    expect(await screen.findByText("40%")).toBeVisible();
    await waitFor(() => expect(streams.at(-1)?.topics).toEqual(["tasks"]));
    progress = 70;
    streams.at(-1)?.send("task", { task_id: "task_song" });
    expect(await screen.findByText("70%")).toBeVisible();
  });

  it("of everyone arrive on the administrators' topic", async () => {
    answer(listTasks, aPage([aTask({ task_state: "queued", charge: "held" })]));
    const streams = serveEvents();
    await renderApp(<LivePage />, { user: anAdmin(), namespaces: ["tasks"] });
    await waitFor(() => expect(streams.at(-1)?.topics).toEqual(["all_tasks"]));
  });

  it("are polled only where no events arrive and a task is running", () => {
    const open = [{ task_state: "queued" as const }];
    expect(pollPause(open, false)).toBe(5000);
    expect(pollPause(open, true)).toBe(30_000);
    expect(pollPause([{ task_state: "expired" }, { task_state: "success" }], false)).toBe(false);
    expect(pollPause(undefined, false)).toBe(false);
  });
});

describe("one task", () => {
  const file = (kind: "audio" | "image" | "video", part = {}) => ({
    variant: `${kind}-0`,
    kind,
    title: "",
    url: `/task-content/task_song/${kind}-0?expires=1&signature=s`,
    ...part,
  });
  const song = { id: "clip1", title: "Rain", text: "Drops on the glass", metadata: { tags: "piano, calm" } };

  it("shows its song with cover and lyrics, and its video, without autoplay", async () => {
    answer(
      getOwnTask,
      aTaskDetail({ task: { data: [song] }, files: [file("audio"), file("image"), file("video")] }),
    );
    await openAsUser([aTask()], "/panel/task?id=task_song");
    const dialog = await screen.findByRole("dialog", { name: "Suno · Music" });
    const audio = within(dialog).getByLabelText("Rain");
    expect(audio).toHaveAttribute("src", "/task-content/task_song/audio-0?expires=1&signature=s");
    expect(audio).toHaveAttribute("preload", "none");
    expect(audio).not.toHaveAttribute("autoplay");
    expect(within(dialog).getByLabelText("Video")).toHaveAttribute("preload", "none");
    expect(dialog.querySelector("img")).toHaveAttribute("loading", "lazy");
    expect(within(dialog).getByText("piano, calm")).toBeVisible();
    expect(within(dialog).getByText("Drops on the glass")).toBeInTheDocument();
  });

  it("keeps playing when a refetch signs a new address, and uses that one if the first fails", async () => {
    let signature = "one";
    answer(getOwnTask, () =>
      aTaskDetail({
        task: { data: [song], prompt: signature },
        files: [file("audio", { url: `/task-content/a/0?signature=${signature}` })],
      }),
    );
    const { queryClient } = await openAsUser([aTask()], "/panel/task?id=task_song");
    const audio = await screen.findByLabelText("Rain");
    signature = "two";
    await queryClient.invalidateQueries({ queryKey: ["tasks", "one"] });
    expect(await screen.findByText("two")).toBeVisible();
    expect(audio).toHaveAttribute("src", "/task-content/a/0?signature=one");
    fireEvent.error(audio);
    expect(audio).toHaveAttribute("src", "/task-content/a/0?signature=two");
    fireEvent.error(audio);
    expect(await screen.findByText("The file could not be loaded.")).toBeVisible();
  });

  it("fetches nothing from an address that is not this server's, and shows upstream's words as text", async () => {
    const urls = [
      "https://cdn.example.org/a.mp3?signature=s",
      "javascript:alert(1)",
      "//evil.example/task-content/a?signature=1",
      "/api/user/logout?signature=1",
    ];
    answer(
      getOwnTask,
      aTaskDetail({
        task: {
          prompt: hostile,
          fail_reason: hostile,
          data: [{ ...song, title: hostile, text: hostile }, { audio_url: urls[0] }, 7, null],
        },
        files: urls.map((url, index) => file("audio", { url, variant: `v${index}` })),
      }),
    );
    await openAsUser([aTask({ prompt: hostile, fail_reason: hostile })], "/panel/task?id=task_song");
    const dialog = await screen.findByRole("dialog", { name: "Suno · Music" });
    expect(within(dialog).getAllByText("The file could not be loaded.")).toHaveLength(4);
    expect(document.querySelectorAll("audio, img, iframe")).toHaveLength(0);
    for (const link of dialog.querySelectorAll("a[href]"))
      expect(link.getAttribute("href")).toMatch(/^\/panel\//);
    expect(within(dialog).getAllByText(hostile).length).toBeGreaterThanOrEqual(2);
  });

  it("explains its cost in the unit of its price, and shows the ledger entry", async () => {
    const price = {
      price_type: "times",
      price_model: "kling-video",
      input_ratio: 0,
      extra_ratios: { second: 0.1 },
      usage: { seconds: 5 },
      group_name: "vip",
      group_ratio: 0.5,
    };
    answer(
      getOwnTask,
      aTaskDetail({
        task: { platform: "kling", action: "text2video", quota: 125_000 },
        price,
        ledger: { id: "usage:req_1", kind: "usage", amount: -125_000, created_at: aMoment },
      }),
    );
    await openAsUser([aTask()], "/panel/task?id=task_song");
    const dialog = await screen.findByRole("dialog", { name: "Kling · Text to video" });
    expect(
      within(dialog).getByText("Charged. 5 s at $0.10 per second, × 0.5 for the group vip."),
    ).toBeVisible();
    expect(within(dialog).getByText("usage:req_1")).toBeVisible();
    expect(within(dialog).queryByText(/its stored price gives a different amount|per request/)).toBeNull();
  });

  it("shows once that a task expired", async () => {
    const fail_reason = "The task did not finish in time.";
    answer(getOwnTask, aTaskDetail({ task: { task_state: "expired", charge: "released", fail_reason } }));
    await openAsUser([aTask()], "/panel/task?id=task_song");
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findAllByText(/did not finish in time/)).toHaveLength(1);
  });

  it("shows a late result, the task it continues and its follow-ups", async () => {
    answer(
      getOwnTask,
      aTaskDetail({
        task: { charge: "released" },
        continues: "task_before",
        followed_by: ["task_after"],
        timeline: [
          { at: aMoment * 1000, state: "submitted", note: "" },
          { at: (aMoment + 60) * 1000, state: "expired", note: "No end in an hour" },
          { at: (aMoment + 90) * 1000, state: "success", note: "" },
        ],
      }),
    );
    await openAsUser([aTask()], "/panel/task?id=task_song");
    expect(
      await screen.findByText(/arrived after the time limit. It was delivered free of charge/),
    ).toBeVisible();
    expect(screen.getByText("No end in an hour")).toBeVisible();
    expect(screen.getByRole("link", { name: "task_before" })).toHaveAttribute(
      "href",
      "/panel/task?id=task_before",
    );
    expect(screen.getByRole("link", { name: "task_after" })).toBeVisible();
  });

  it("shows only administrators how the platform is queried", async () => {
    const polling = { polls: 12, next_poll_at: 0, problem: "HTTP 502" };
    answer(getTask, aTaskDetail({ polling }));
    await openAsAdmin([aTask()], "/panel/task?id=task_song");
    expect(await screen.findByText("HTTP 502")).toBeVisible();
    expect(screen.getByRole("link", { name: "Suno #4" })).toHaveAttribute("href", "/panel/channel/4");
  });

  it("steps through the page by keyboard, in the address", async () => {
    answer(getOwnTask, ({ params }) => aTaskDetail({ task: { task_id: params["task_id"] ?? "" } }));
    const { person, location } = await openAsUser(
      [aTask({ task_id: "one" }), aTask({ task_id: "two" })],
      "/panel/task?id=one",
    );
    await screen.findByRole("dialog", { name: "Suno · Music" });
    await person.keyboard("j");
    await waitFor(() => expect(location()).toBe("/panel/task?id=two"));
    await person.keyboard("k");
    await waitFor(() => expect(location()).toBe("/panel/task?id=one"));
  });

  it("shows a loading state, and a message where it cannot be loaded", async () => {
    const release = hold(getOwnTask, aTaskDetail());
    const { person } = await openAsUser([aTask()], "/panel/task?id=task_song");
    const dialog = await screen.findByRole("dialog", { name: "Task" });
    expect(dialog.querySelector("[aria-busy]")).not.toBeNull();
    release();
    await screen.findByRole("dialog", { name: "Suno · Music" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("of another user is not shown", async () => {
    reject(getOwnTask, "request.not_found");
    await openAsUser([aTask()], "/panel/task?id=task_other");
    expect(await screen.findByText("The task cannot be shown")).toBeVisible();
  });
});
