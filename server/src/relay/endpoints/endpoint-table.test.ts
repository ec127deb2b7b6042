import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareLists } from "../../../test/support/compare-lists.ts";
import { findEndpoint, isRelayPath } from "./endpoint-table.ts";
import { formats } from "../formats/registry.ts";

const find = (request: string, dialect?: "anthropic" | "gemini") => {
  const [method = "", url = ""] = request.split(" ");
  const [path = "", query = ""] = url.split("?");
  return findEndpoint(method, path, query, dialect);
};

describe("the relay's endpoints", () => {
  it.each([
    ["/v1/chat/completions", "openai-chat"],
    ["/v1/completions", "openai-completions"],
    ["/v1/responses", "openai-responses"],
    ["/v1/responses/compact", "openai-responses-compact"],
    ["/v1/messages", "anthropic-messages"],
    ["/claude/v1/messages", "anthropic-messages"],
    ["/v1/embeddings", "openai-embeddings"],
    ["/v1/moderations", "openai-moderations"],
    ["/v1/images/generations", "openai-images"],
    ["/recraftAI/v1/images/generations", "openai-images"],
    ["/v1/images/edits", "openai-image-edits"],
    ["/v1/images/variations", "openai-image-variations"],
    ["/v1/audio/speech", "openai-speech"],
    ["/v1/audio/transcriptions", "openai-transcriptions"],
    ["/v1/audio/translations", "openai-translations"],
    ["/v1/rerank", "cohere-rerank"],
  ])("accept a call at %s in the format %s, by POST only", (path, format) => {
    expect(find(`POST ${path}`)).toEqual({ serves: "call", format });
    expect(find(`GET ${path}`)?.serves).not.toBe("call");
    expect(isRelayPath(path)).toBe(true);
  });

  it.each([
    ["/v1beta/models/gemini-2.5-pro:generateContent", "gemini-generate", "gemini-2.5-pro", undefined],
    ["/v1/models/gemini-2.5-pro:streamGenerateContent?alt=sse", "gemini-generate", "gemini-2.5-pro", true],
    ["/v1beta/models/llama3:8b:generateContent", "gemini-generate", "llama3:8b", undefined],
    ["/gemini/v1beta/models/a%2Fb:generateContent", "gemini-generate", "a/b", undefined],
    ["/v1beta/models/text-embedding-004:batchEmbedContents", "gemini-embed", "text-embedding-004", undefined],
  ])("read the model from %s", (path, format, model, stream) => {
    expect(find(`POST ${path}`)).toMatchObject({
      serves: "call",
      format,
      path: { model, ...(stream && { stream }) },
    });
  });

  it("count tokens for Messages and Gemini", () => {
    expect(find("POST /v1/messages/count_tokens")).toMatchObject({ serves: "count-tokens" });
    expect(find("POST /v1beta/models/m:countTokens")).toMatchObject({
      serves: "count-tokens",
      format: "gemini-count-tokens",
      path: { model: "m" },
    });
    expect(find("POST /v1/responses/input_tokens")).toEqual({
      serves: "count-tokens",
      format: "openai-count-tokens",
      path: { query: "" },
    });
  });

  it("list models in the shape of the client's API", () => {
    expect(find("GET /v1/models")).toEqual({ serves: "models", shape: "openai" });
    expect(find("GET /v1/models", "anthropic")).toEqual({ serves: "models", shape: "anthropic" });
    expect(find("GET /v1/models", "gemini")).toEqual({ serves: "models", shape: "gemini" });
    expect(find("GET /v1beta/models?pageSize=50")).toEqual({ serves: "models", shape: "gemini" });
    expect(find("GET /v1beta/models/gemini-2.5-pro")).toMatchObject({
      shape: "gemini",
      id: "gemini-2.5-pro",
    });
    expect(find("GET /v1/models/vendor%2Fmodel")).toMatchObject({ shape: "openai", id: "vendor/model" });
  });

  it("pass files, batches and stored responses on unchanged", () => {
    for (const request of [
      "POST /v1/files",
      "GET /v1/files/file-1/content",
      "DELETE /v1/vector_stores/vs_1",
      "GET /v1/responses/resp_1",
      "POST /v1/responses/resp_1/cancel",
      "DELETE /v1/models/ft:mine",
      "POST /recraftAI/v1/images/vectorize",
    ])
      expect(find(request)?.serves).toBe("raw");
  });

  it("serve the balance of old clients, with and without the version", () => {
    expect(find("GET /dashboard/billing/subscription")).toEqual({ serves: "billing", what: "subscription" });
    expect(find("GET /v1/dashboard/billing/usage?start_date=2026-01-01")).toEqual({
      serves: "billing",
      what: "usage",
    });
  });

  it("serve nothing else", () => {
    for (const request of [
      "POST /v1/chat/completions/",
      "POST /v1beta/models/m:deleteEverything",
      "PUT /v1/files",
      "POST /v1/filesystem",
      "GET /v1/constructor",
      "POST /v1/__proto__",
    ])
      expect(find(request), request).toBeUndefined();
    for (const path of ["/", "/api/status", "/v10/x", "/panel/token", "/dashboard"])
      expect(isRelayPath(path)).toBe(false);
  });
});

describe("the formats", () => {
  const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
  const ids = [...textOf("../format-ids.ts").matchAll(/\| "([a-z\d-]+)"/g)].map(([, id = ""]) => id);
  const named = ids.filter((id) => textOf("./endpoint-table.ts").includes(`"${id}"`));
  /** Counted in a room of its own, without a format. */
  const served = named.filter((id) => !id.endsWith("-count-tokens"));

  it("have a path for each format, and no path names an unregistered format", () => {
    const registered = Object.keys(formats);
    expect(compareLists({ "the paths": served, "the registry": registered })).toEqual([]);
    const planted = { "the paths": served, "the registry": [...registered, "openai-planted"] };
    expect(compareLists(planted)).toEqual(["openai-planted is in the registry, but not in the paths"]);
  });
});
