import { afterEach, expect, it } from "vitest";
import {
  collectGarbageInThreads,
  startWorker,
  type WorkerFailure,
  type WorkerThread,
} from "./worker-call.ts";

type Operations = {
  double(value: number): number;
  wait(milliseconds: number): Promise<number>;
  fail(error: { name: string; code: string }): never;
  length(bytes: Uint8Array): number;
  function(input: undefined): never;
  die(input: undefined): never;
  leave(input: undefined): never;
  collections(input: undefined): number;
  finish(input: undefined): void;
};

const source = `
  let collections = 0;
  globalThis.gc = () => { collections += 1; };
  import { answerCalls } from ${JSON.stringify(new URL("./worker-call.ts", import.meta.url).href)};
  answerCalls({
    double: (value) => value * 2,
    wait: (time) => new Promise((resolve) => setTimeout(resolve, time, time)),
    fail: ({ name, code }) => { throw Object.assign(new Error("did not work"), { name, code }); },
    length: (bytes) => bytes.length,
    function: () => () => {},
    die: () => { setImmediate(() => { throw new Error("broken"); }); return new Promise(() => {}); },
    leave: () => process.exit(0),
    finish: () => {},
    collections: () => collections,
  });`;

class Failed extends Error {
  readonly failure: WorkerFailure;
  constructor(failure: WorkerFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

let threads: WorkerThread<Operations>[] = [];
let ended: string[] = [];
afterEach(async () => {
  for (const thread of threads) await thread.terminate();
  threads = [];
  ended = [];
});

function start(): WorkerThread<Operations> {
  const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const thread = startWorker<Operations>(file, {
    toError: (failure) => new Failed(failure),
    onEnd: (error) => ended.push(error.message),
  });
  threads.push(thread);
  return thread;
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no failure",
    (error: Failed) => error.failure,
  );

it("returns each call's own value, in the order in which the calls came", async () => {
  const thread = start();
  const order: string[] = [];
  const slow = thread.call("wait", 20).then((value) => order.push(`wait ${value}`));
  const quick = thread.call("double", 4).then((value) => order.push(`double ${value}`));
  await Promise.all([slow, quick]);
  expect(order).toEqual(["wait 20", "double 8"]);
});

it("collects garbage in every running thread, between its calls", async () => {
  const [one, other, ended] = [start(), start(), start()];
  await ended.terminate();
  const before = one.call("double", 1);
  collectGarbageInThreads();
  expect(await Promise.all([before, one.call("collections", undefined)])).toEqual([2, 1]);
  expect(await other.call("collections", undefined)).toBe(1);
});

it("transfers buffers instead of copying them", async () => {
  const bytes = new Uint8Array(5);
  expect(await start().call("length", bytes, [bytes.buffer])).toBe(5);
  expect(bytes.length).toBe(0);
});

it("reports an error with its name and code, and serves the next call", async () => {
  const thread = start();
  const failed = thread.call("fail", { name: "SqliteError", code: "SQLITE_BUSY" });
  expect(await failureOf(failed)).toEqual({
    name: "SqliteError",
    message: "did not work",
    code: "SQLITE_BUSY",
  });
  expect(await thread.call("double", 1)).toBe(2);
});

it("fails a call whose result cannot be sent as a message", async () => {
  const thread = start();
  expect(await failureOf(thread.call("function", undefined))).toMatchObject({ name: "DataCloneError" });
  expect(await thread.call("double", 1)).toBe(2);
});

it("rejects the open calls of a thread that dies, and every later one, and reports it once", async () => {
  const thread = start();
  const open = [thread.call("die", undefined), thread.call("double", 1)];
  const gone = { name: "WorkerEnded", message: "broken", code: "" };
  expect(await Promise.all(open.map(failureOf))).toEqual([gone, gone]);
  expect(await failureOf(thread.call("double", 1))).toEqual(gone);
  await thread.terminate();
  expect(ended).toEqual(["broken"]);
});

it("detects a thread that ends itself", async () => {
  expect(await failureOf(start().call("leave", undefined))).toMatchObject({ message: "the thread ended" });
  expect(ended).toEqual(["the thread ended"]);
});

it("closes after earlier calls, and accepts nothing more", async () => {
  const thread = start();
  const before = thread.call("wait", 20);
  const closed = thread.close("finish", undefined);
  expect(await failureOf(thread.call("double", 1))).toMatchObject({ message: "closed" });
  await closed;
  expect(await before).toBe(20);
  expect(ended).toEqual([]);
});

it("rejects open calls when it is terminated", async () => {
  const thread = start();
  const open = failureOf(thread.call("wait", 60_000));
  await thread.terminate();
  expect(await open).toMatchObject({ name: "WorkerEnded" });
  expect(ended).toEqual([]);
});
