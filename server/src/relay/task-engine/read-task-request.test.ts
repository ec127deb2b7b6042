import { describe, expect, it } from "vitest";
import { noAccount } from "../../platform/memory-budget.ts";
import { readTaskRequest } from "./read-task-request.ts";

const form = (body: string) =>
  readTaskRequest({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: Buffer.from(body),
    memory: noAccount,
  });

describe("a form without files", () => {
  it("is read field by field", async () => {
    expect(await form("prompt=a+toll%20gate&state=7")).toEqual({
      body: { prompt: "a toll gate", state: "7" },
    });
  });

  it("is rejected before parsing if it has more fields than any call", async () => {
    await expect(form("ab&".repeat(2_000_000))).rejects.toMatchObject({
      kind: "invalid_request",
      message: expect.stringContaining("200 fields"),
    });
  });
});
