import { describe, expect, it } from "vitest";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { joinUrl } from "./join-url.ts";
import { problemFromStatus } from "./problem-from-status.ts";
import { readCount, readCountIfGiven } from "./read-count.ts";
import { parseJson } from "./read-json.ts";
import { createToolCallAssembler, type ToolCallPiece } from "./tool-call-assembler.ts";

describe("joinUrl", () => {
  it.each([
    ["https://api.openai.com", "/v1/models", "https://api.openai.com/v1/models"],
    ["https://api.openai.com/", "/v1/models", "https://api.openai.com/v1/models"],
    ["https://host/v1", "/v1/models", "https://host/v1/models"],
    ["https://host/v1/", "/v1/models", "https://host/v1/models"],
    ["https://host/api/paas/v4", "/v1/models", "https://host/api/paas/v4/models"],
    ["https://host/v1beta", "/v1/models", "https://host/v1beta/models"],
    ["https://host/openai", "/v1/models", "https://host/openai/v1/models"],
    ["https://host/v1", "/models", "https://host/v1/models"],
    ["https://v1.host.test", "/v1/models", "https://v1.host.test/v1/models"],
    [
      "https://gateway.ai.cloudflare.com/v1/account/gateway/openai",
      "/v1/models",
      "https://gateway.ai.cloudflare.com/v1/account/gateway/openai/models",
    ],
  ])("joins %s and %s", (base, path, expected) => {
    expect(joinUrl(base, path)).toBe(expected);
  });
});

describe("problemFromStatus", () => {
  const problem = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    problemFromStatus(status, typeof body === "string" ? body : JSON.stringify(body), headers);

  it("reads Google's errors, alone or in a list", () => {
    const error = {
      code: 429,
      message: "Quota exceeded",
      status: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.07s" }],
    };
    for (const body of [{ error }, [{ error }]])
      expect(problem(429, body)).toEqual({
        kind: "rate",
        status: 429,
        message: "Quota exceeded",
        type: "RESOURCE_EXHAUSTED",
        retryAfter: 35,
      });
    const key = { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } };
    expect(problem(400, key).kind).toBe("auth");
  });

  it("reads the kind from the status if the text does not decide", () => {
    const kinds = Object.fromEntries(
      [400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 524, 529].map((status) => [
        status,
        problem(status, "").kind,
      ]),
    );
    expect(kinds).toEqual({
      400: "request",
      401: "auth",
      402: "billing",
      403: "auth",
      404: "request",
      408: "timeout",
      413: "request",
      422: "request",
      429: "rate",
      500: "server",
      502: "server",
      503: "overload",
      504: "timeout",
      524: "timeout",
      529: "overload",
    });
    expect(problem(0, "").kind).toBe("unreachable");
    expect(problem(302, "<html>").kind).toBe("bad-answer");
    expect(problem(200, "<html>").kind).toBe("bad-answer");
  });

  it("reads the time to wait in seconds, milliseconds or as a date", () => {
    const wait = (headers: Record<string, string>) => problem(429, "", headers).retryAfter;
    expect(wait({ "retry-after": "7" })).toBe(7);
    expect(wait({ "retry-after": "0.2" })).toBe(1);
    expect(wait({ "retry-after-ms": "1500", "retry-after": "9" })).toBe(2);
    const date = "Wed, 01 Jul 2026 12:00:00 GMT";
    expect(wait({ "retry-after": "Wed, 01 Jul 2026 12:00:30 GMT", date })).toBe(30);
    expect(wait({ "retry-after": "Wed, 01 Jul 2026 11:00:00 GMT", date })).toBe(0);
    expect(wait({ "retry-after": "999999999" })).toBe(86_400);
    expect(wait({ "retry-after": "soon" })).toBeUndefined();
    expect(wait({})).toBeUndefined();
  });

  it("classifies an error event of a 200 stream by its text", () => {
    const kind = (type: string, code: unknown = null) =>
      problem(200, { error: { message: "m", type, code } }).kind;
    expect(kind("overloaded_error")).toBe("overload");
    expect(kind("rate_limit_error")).toBe("rate");
    expect(kind("invalid_request_error")).toBe("request");
    expect(kind("server_error")).toBe("server");
    expect(kind("x", 429)).toBe("rate");
    expect(kind("service_tier_capacity_exceeded")).toBe("rate");
    expect(kind("exceeded_current_quota_error")).toBe("billing");
    expect(kind("x", 402)).toBe("billing");
    expect(kind("x", 408)).toBe("timeout");
    expect(kind("x", 503)).toBe("overload");
    expect(kind("x", "content_filter")).toBe("filter");
  });

  it("detects an empty balance or a wrong key at the start of a sentence, never in a quotation", () => {
    const kind = (status: number, error: object) => problem(status, { error }).kind;
    expect(kind(400, { message: "Your credit balance is too low to access the API." })).toBe("billing");
    expect(kind(403, { message: "Insufficient Balance" })).toBe("billing");
    expect(kind(429, { message: "You exceeded your current quota, please check." })).toBe("billing");
    expect(kind(400, { message: "API key not valid. Pass another." })).toBe("auth");

    const quoted = "Invalid value: 'insufficient balance'. Supported values are: 'system'.";
    expect(kind(400, { message: quoted, param: "messages[0].role", code: "invalid_value" })).toBe("request");
    expect(kind(400, { message: quoted })).toBe("request");
    expect(kind(400, { message: "insufficient balance is not a valid model ID" })).toBe("request");
    expect(kind(400, { message: "Insufficient balance", param: "model" })).toBe("request");
    expect(kind(400, { message: "API key not valid", code: "invalid_value" })).toBe("request");
    expect(problem(422, { detail: [{ loc: ["body", "insufficient balance"], msg: "x" }] }).kind).toBe(
      "request",
    );
  });

  it("reads plain framework errors and shortens long bodies", () => {
    expect(problem(422, { detail: "Nope" }).message).toBe("Nope");
    expect(problem(400, { message: "Bad", code: "x1" })).toMatchObject({ message: "Bad", code: "x1" });
    expect(problem(500, "x".repeat(1000)).message).toHaveLength(301);
    expect(problem(500, "null").message).toBe("null");
  });
});

describe("readCount", () => {
  it("reads numbers and numeric text, and leaves validation to metering", () => {
    expect([5, "7", 2.9, -3, Number.NaN, null, {}, "x", "", 1e12].map(readCount)).toEqual([
      5, 7, 2, -3, 0, 0, 0, 0, 0, 1e12,
    ]);
    expect(readCountIfGiven(undefined)).toBeUndefined();
    expect(readCountIfGiven(0)).toBe(0);
  });
});

describe("parseJson", () => {
  it("reports the text that it could not parse", () => {
    expect(() => parseJson("<html>")).toThrow(UnreadableAnswer);
    expect(() => parseJson("<html>")).toThrow("not JSON: <html>");
  });
});

describe("createToolCallAssembler", () => {
  function assemble(...pieces: ToolCallPiece[]): string[] {
    const assembler = createToolCallAssembler(0, "call_x");
    const parts: ChatStreamPart[] = pieces.flatMap((piece) => assembler.add(piece));
    const calls: string[] = [];
    for (const part of parts)
      if (part.type === "tool-call") calls[part.block] = `${part.id}:${part.name}(`;
      else if (part.type === "tool-arguments") calls[part.block] += part.text;
    return calls;
  }

  it("numbers calls from 0, for any numbers of the vendor", () => {
    expect(
      assemble(
        { index: 1, id: "a", name: "f", arguments: "" },
        { index: 1, arguments: "{" },
        { index: 1, arguments: "}" },
      ),
    ).toEqual(["a:f({}"]);
  });

  it("matches pieces without an index by id or by order", () => {
    expect(
      assemble(
        { id: "a", name: "f", arguments: "1" },
        { arguments: "2" },
        { id: "b", name: "g" },
        { id: "a", arguments: "3" },
        { arguments: "4" },
      ),
    ).toEqual(["a:f(123", "b:g(4"]);
  });

  it("separates calls that all have index 0", () => {
    expect(
      assemble(
        { index: 0, id: "a", name: "f", arguments: "{}" },
        { index: 0, id: "b", name: "f", arguments: "[]" },
      ),
    ).toEqual(["a:f({}", "b:f([]"]);
  });

  it("separates calls with index 0 and no ids, but not pieces of one that repeat the name", () => {
    expect(
      assemble({ index: 0, name: "f", arguments: "{}" }, { index: 0, name: "g", arguments: '{"a":1}' }),
    ).toEqual(["call_x_0_0:f({}", 'call_x_0_1:g({"a":1}']);
    expect(
      assemble(
        { index: 0, name: "f", arguments: "{" },
        { index: 0, name: "f", arguments: "}" },
        { index: 0, name: "f", arguments: "" },
      ),
    ).toEqual(["call_x_0_0:f({}"]);
  });

  it("accepts repeated and empty ids, and arguments before the name", () => {
    expect(
      assemble(
        { index: 0, id: "a", arguments: "{" },
        { index: 0, id: "", name: "f", arguments: "1" },
        { index: 0, id: "a", arguments: "}" },
      ),
    ).toEqual(["a:f({1}"]);
  });

  it("generates missing ids", () => {
    expect(assemble({ index: 0, name: "f", arguments: "{}" }, { index: 1, name: "g" })).toEqual([
      "call_x_0_0:f({}",
      "call_x_0_1:g(",
    ]);
  });
});
