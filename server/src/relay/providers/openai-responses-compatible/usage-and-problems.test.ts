import { completionTokens, noUsage, promptTokens } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import { compatibleResponsesChat } from "./chat.ts";
import { readProblem } from "./problems.ts";
import { readUsage } from "./read-usage.ts";

const usage = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 8 },
  total_tokens: 50,
};

describe("usage", () => {
  it("is split into classes that add up to the vendor's totals", () => {
    const counts = readUsage({ response: { usage, output: [] } });
    expect(counts).toEqual({ ...noUsage, input: 15, cached: 10, cached_write: 5, output: 12, reasoning: 8 });
    expect(counts && [promptTokens(counts), completionTokens(counts)]).toEqual([30, 20]);
    for (const none of [{}, { usage: null }, { usage: {} }, null]) expect(readUsage(none)).toBeUndefined();
  });

  it("counts the tools that the vendor ran", () => {
    const tool = (type: string, more: object = {}) => ({ type, status: "completed", ...more });
    const output = [
      tool("web_search_call", { action: { type: "search" } }),
      tool("web_search_call", { status: "searching" }),
      tool("web_search_call", { action: { type: "open_page" } }),
      tool("x_search_call"),
      tool("file_search_call"),
      tool("file_search_call", { status: "failed" }),
      tool("code_interpreter_call"),
      tool("image_generation_call"),
      tool("toString"),
      null,
    ];
    expect(readUsage({ usage, output })).toMatchObject({
      web_search: 3,
      file_search: 1,
      code_run: 1,
      image_generation: 1,
    });
    expect(readUsage({ usage, output, tool_usage: { web_search: { num_requests: 2 } } })).toMatchObject({
      web_search: 2,
    });
  });
});

describe("problems", () => {
  it.each([
    [
      "billing",
      {
        type: "error",
        error: { type: "insufficient_quota", code: "insufficient_quota", message: "No money." },
      },
    ],
    ["rate", { type: "error", code: "rate_limit_exceeded", message: "Slow down.", param: null }],
    [
      "server",
      {
        type: "response.failed",
        response: { status: "failed", error: { code: "server_error", message: "Broke." } },
      },
    ],
    ["server", { type: "response.failed", response: { status: "failed", error: null } }],
    [
      "filter",
      { type: "response.failed", response: { error: { code: "invalid_prompt", message: "Flagged." } } },
    ],
    [
      "request",
      { type: "response.failed", response: { error: { code: "invalid_image_url", message: "Where?" } } },
    ],
    [
      "request",
      {
        type: "response.failed",
        response: { error: { code: "context_length_exceeded", message: "Too long." } },
      },
    ],
    ["server", { status: "failed", output: [], error: { code: "server_error", message: "Broke." } }],
  ])("of kind %s", (kind, body) => {
    const problem = readProblem(200, JSON.stringify(body), {});
    expect(problem).toMatchObject({ kind, status: 200 });
    expect(problem.message).not.toContain("{");
    if (!("type" in body)) return;
    const reader = compatibleResponsesChat().streamReader(aChatCall());
    expect(reader.read({ event: "", data: JSON.stringify(body) })).toEqual([{ type: "problem", problem }]);
  });

  it("parses plain error answers like every other provider", () => {
    expect(readProblem(401, '{"error":{"message":"Bad key","code":"invalid_api_key"}}', {})).toMatchObject({
      kind: "auth",
      status: 401,
    });
    expect(readProblem(502, "<html><title>Bad gateway</title>", {})).toMatchObject({ kind: "server" });
  });
});
