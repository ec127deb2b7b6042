import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createFakeClock } from "../../../test/support/fake-clock.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { type CaptureDependencies, captureBytesMost, createCaptureService } from "./service.ts";

/** The service with stored captures of `state.total` bytes in the database of all processes. */
function start() {
  const state = { total: 0, kept: [] as string[] };
  const clock = createFakeClock();
  const captures = {
    totalBytes: async () => state.total,
    insert: async (row: { request_id: string }) => void state.kept.push(row.request_id),
    deleteBefore: async () => 0,
  };
  const secretBox = createSecretBox(randomBytes(32));
  const service = createCaptureService({ captures, clock, secretBox } as unknown as CaptureDependencies);
  const body = { type: "application/json", beginning: Buffer.from("{}"), bytes: 2 };
  const keep = (requestId: string) =>
    service.keep({ requestId, createdAt: 1, userId: 1, secrets: [], request: body, response: body });
  return { service, state, clock, keep };
}

it("holds after captures were deleted while another one was stored", async () => {
  const { service, state, keep } = start();
  await keep("first");
  const during = keep("during");
  await service.deleteBefore(0);
  await during;
  expect(state.kept).toEqual(["first", "during"]);
  state.total = captureBytesMost;
  await keep("beyond");
  expect(state.kept).toEqual(["first", "during"]);
});

it("ends minutes after another process deleted captures", async () => {
  const { state, clock, keep } = start();
  state.total = captureBytesMost;
  await keep("dropped");
  state.total = 0;
  clock.advance(299);
  await keep("dropped too");
  expect(state.kept).toEqual([]);
  clock.advance(1);
  await keep("stored");
  expect(state.kept).toEqual(["stored"]);
});
