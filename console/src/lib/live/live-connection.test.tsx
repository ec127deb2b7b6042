import { openEvents, type ServerEvent } from "@tollgate/contract/events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { reject } from "../../../test/api-mock";
import { createLocks, serveEvents } from "../../../test/event-server";
import { connectLive, type LiveConnection } from "./live-connection";
import { createEventParser } from "./read-events";
import { reconnectDelay } from "./reconnect-delay";

const open: LiveConnection[] = [];
let shown: DocumentVisibilityState = "visible";

afterEach(() => {
  for (const connection of open.splice(0)) connection.stop();
  shown = "visible";
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "locks");
});

/** A tab of a browser with Web Locks. */
function aTab(userId = 7) {
  const connection = connectLive(userId);
  open.push(connection);
  const received: ServerEvent["name"][] = [];
  connection.subscribe("account", ({ name }) => received.push(name));
  return { connection, received };
}

function giveLocks(): void {
  Object.defineProperty(navigator, "locks", { value: createLocks(), configurable: true });
}

function show(state: DocumentVisibilityState): void {
  shown = state;
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => shown);
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("tabs of one browser", () => {
  it("share one stream for the topics of all, and the next tab takes it over", async () => {
    giveLocks();
    const streams = serveEvents();
    const [first, second] = [aTab(), aTab()];
    await vi.waitFor(() => expect(second.connection.live.get()).toBe(true));
    expect(streams).toHaveLength(1);
    streams[0]?.send("order", { trade_no: "1" });
    await vi.waitFor(() => expect(second.received).toContain("order"));
    expect(first.received).toEqual(["ready", "order"]);
    expect(second.received.filter((name) => name === "order")).toHaveLength(1);

    second.connection.subscribe("channels", ({ name }) => second.received.push(name));
    await vi.waitFor(() => expect(streams.at(-1)?.topics).toEqual(["account", "channels"]));
    await vi.waitFor(() => expect(streams[0]?.closed).toBe(true));
    streams.at(-1)?.send("channels");
    await vi.waitFor(() => expect(second.received).toContain("channels"));
    expect(first.received).not.toContain("channels");

    const before = streams.length;
    first.connection.stop();
    await vi.waitFor(() => expect(streams).toHaveLength(before + 1));
    streams.at(-1)?.send("balance");
    await vi.waitFor(() => expect(second.received.at(-1)).toBe("balance"));
  });

  it("of another user receive none of its events", async () => {
    giveLocks();
    const streams = serveEvents();
    const [ada, bob] = [aTab(7), aTab(8)];
    await vi.waitFor(() => expect(streams).toHaveLength(2));
    await vi.waitFor(() => expect(bob.received).toEqual(["ready"]));
    streams[0]?.send("balance");
    await vi.waitFor(() => expect(ada.received).toContain("balance"));
    expect(bob.received).toEqual(["ready"]);
  });

  it("have one each where there are no Web Locks", async () => {
    const streams = serveEvents();
    const [first, second] = [aTab(), aTab()];
    await vi.waitFor(() => expect(streams).toHaveLength(2));
    await vi.waitFor(() => expect([first.received, second.received]).toEqual([["ready"], ["ready"]]));
  });

  it("have none while hidden, and get `ready` when shown again", async () => {
    giveLocks();
    const streams = serveEvents();
    const { connection, received } = aTab();
    await vi.waitFor(() => expect(connection.live.get()).toBe(true));
    show("hidden");
    await vi.waitFor(() => expect(streams[0]?.closed).toBe(true));
    expect(connection.live.get()).toBe(false);
    show("visible");
    await vi.waitFor(() => expect(received).toEqual(["ready", "ready"]));
    expect(streams).toHaveLength(2);
  });
});

describe("a stream that ends", () => {
  it("is reopened, and pages get `ready`", async () => {
    giveLocks();
    const streams = serveEvents();
    const { connection, received } = aTab();
    await vi.waitFor(() => expect(received).toEqual(["ready"]));
    streams[0]?.end();
    await vi.waitFor(() => expect(connection.live.get()).toBe(false));
    await vi.waitFor(() => expect(received).toEqual(["ready", "ready"]));
    expect(connection.live.get()).toBe(true);
  });

  it("is retried with backoff while the server rejects it, and the role is read again", async () => {
    giveLocks();
    const calls = reject(openEvents, "auth.forbidden");
    const { connection, received } = aTab();
    await vi.waitFor(() => expect(received).toEqual(["ready"]));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(calls).toHaveLength(1);
    expect(connection.live.get()).toBe(false);
  });

  it("is retried with growing, jittered delays, and after the server's Retry-After", () => {
    const delays = [0, 1, 2, 3, 4, 60].map((failures) => reconnectDelay(failures, 0, () => 0));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(reconnectDelay(6, 0, () => 1)).toBe(22_500);
    expect(reconnectDelay(0, 300, () => 0)).toBe(300_000);
  });
});

describe("the text of a stream", () => {
  it("is parsed in any pieces; comments, unknown events and invalid data are skipped", () => {
    const events: ServerEvent[] = [];
    const feed = createEventParser((event) => events.push(event));
    const text =
      "retry: 3000\nevent: ready\ndata: {}\n\n:\n\n" +
      'event: order\ndata: {"trade_no":"é1"}\n\n' +
      'event: order\ndata: {"trade_no":5}\n\nevent: order\ndata: {\n\n' +
      "event: toString\ndata: {}\n\nevent: later\ndata: {}\n\nevent: balance\ndata: {}\n\n";
    for (const piece of text) feed(piece);
    expect(events).toEqual([
      { name: "ready", data: {} },
      { name: "order", data: { trade_no: "é1" } },
      { name: "balance", data: {} },
    ]);
  });
});
