import { describe, expect, it } from "vitest";
import { readProblem } from "./read-problem.ts";
import { problemFromStatus } from "../providers/kit/problem-from-status.ts";

const causeOf = (status: number, body: unknown): string | undefined =>
  readProblem(
    { readProblem: problemFromStatus },
    status,
    typeof body === "string" ? body : JSON.stringify(body),
    {},
  ).cause;

describe("an upstream's 404 or 405", () => {
  it.each([
    ["OpenAI", { error: { message: "Invalid URL (POST /v1/responses)", type: "invalid_request_error" } }],
    ["FastAPI (vLLM, SGLang, LiteLLM)", { detail: "Not Found" }],
    ["llama.cpp", { error: { code: 404, message: "File Not Found", type: "not_found_error" } }],
    ["Go (Ollama)", "404 page not found"],
    ["nginx", "<html><head><title>404 Not Found</title></head></html>"],
    ["Express", "<!DOCTYPE html><pre>Cannot POST /v1/responses</pre>"],
    ["Groq", { error: { message: "Unknown request URL: POST /v1/x.", code: "unknown_url" } }],
    ["Kong (Mistral)", { message: "no Route matched with those values" }],
    ["Azure", { error: { code: "404", message: "Resource not found" } }],
    ["Anthropic", { type: "error", error: { type: "not_found_error", message: "Not found" } }],
    ["Fastify", { message: "Route POST:/v1/responses not found", error: "Not Found", statusCode: 404 }],
    ["Spring", { timestamp: "2026", status: 404, error: "Not Found", path: "/v1/responses" }],
    ["an empty answer", ""],
  ])("of %s is a missing endpoint", (_server, body) => {
    expect(causeOf(404, body)).toBe("no_such_endpoint");
  });

  it.each([
    ["OpenAI", { error: { message: "The model `x` does not exist", code: "model_not_found" } }],
    [
      "OpenAI, of a response-only model",
      { error: { message: "This model is only supported in v1/responses" } },
    ],
    ["Anthropic", { type: "error", error: { type: "not_found_error", message: "model: claude-x" } }],
    ["Ollama", { error: { message: "model 'x' not found, try pulling it first", type: "api_error" } }],
    ["vLLM", { object: "error", message: "The model `x` does not exist.", code: 404 }],
    ["Azure", { error: { code: "DeploymentNotFound", message: "The API deployment does not exist." } }],
    ["a file", { error: { message: "No such File object: file-1" } }],
    ["an item", { error: { message: "Item with id 'Invalid URL (POST /v1/responses)' not found." } }],
    ["a vector store", { error: { message: "Vector store with id [vs_1] not found." } }],
  ])("of %s about an object is not a missing endpoint", (_server, body) => {
    expect(causeOf(404, body)).toBeUndefined();
  });

  it("is a missing endpoint if the method is not allowed, and no other status is", () => {
    expect(causeOf(405, { detail: "Method Not Allowed" })).toBe("no_such_endpoint");
    for (const status of [400, 403, 410, 500, 501])
      expect(causeOf(status, { detail: "Not Found" })).toBeUndefined();
  });
});
