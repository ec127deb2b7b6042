import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Watched } from "./deadlines.ts";
import { LimitedCall } from "./limited-call.ts";
import type { UpstreamTarget } from "./upstream-call.ts";

/** A call whose transport and deadlines record their calls. */
function aCall() {
  const heard: string[] = [];
  const actions: string[] = [];
  const watched = new Set<Watched>();
  const limits = { firstByteTimeout: 1, idleTimeout: 1, totalTimeout: 1 };
  const call = new LimitedCall(
    { watch: (item) => watched.add(item), release: (item) => watched.delete(item), stop: () => {} },
    limits as UpstreamTarget,
    {
      begun: false,
      canFailOver: () => false,
      onHead: () => heard.push("head"),
      onData: (chunk) => heard.push(chunk.toString()),
      onEnd: () => heard.push("end"),
      onFail: ({ message }) => heard.push(message),
    },
  );
  call.transport = {
    gathers: true,
    pause: () => actions.push("pause"),
    resume: () => actions.push("resume"),
    abort: () => actions.push("abort"),
  };
  return { call, heard, actions, watched };
}

it("closes the transport of a cancelled call once, and emits nothing more", () => {
  const { call, heard, actions, watched } = aCall();
  call.onHead(200, {});
  call.onData(Buffer.from("begun"));
  call.cancel();
  call.cancel();
  expect(call.over).toBe(true);
  expect(actions).toEqual(["abort"]);
  expect(watched.size).toBe(0);
  call.onHead(200, {});
  call.onData(Buffer.from("late"));
  call.onEnd();
  call.fail({ kind: "timeout", status: 0, message: "late" });
  call.onDeadline();
  expect(heard).toEqual(["head", "begun"]);
  // The connection may outlive the call.
  expect(call.transport).toBeUndefined();
});

it("drops pending decompression of a cancelled call", async () => {
  const { call, heard, actions } = aCall();
  call.onHead(200, { "content-encoding": "gzip" });
  call.onData(gzipSync(Buffer.alloc(1_000_000, "a")));
  call.cancel();
  const before = heard.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toHaveLength(before);
  expect(actions.at(-1)).toBe("abort");
});

it("ignores a cancellation after its end", () => {
  const { call, heard, actions } = aCall();
  call.onHead(200, {});
  call.onEnd();
  call.cancel();
  expect(heard).toEqual(["head", "end"]);
  expect(actions).toEqual([]);
});

it("gathers during a pause if its transport does, and not what must be decompressed", () => {
  const { call } = aCall();
  expect(call.gathers).toBe(true);
  call.transport = { gathers: false, pause() {}, resume() {}, abort() {} };
  expect(call.gathers).toBe(false);
  const packed = aCall().call;
  packed.onHead(200, { "content-encoding": "gzip" });
  expect(packed.gathers).toBe(false);
});
