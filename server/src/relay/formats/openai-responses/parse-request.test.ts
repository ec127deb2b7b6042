import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ChatCall } from "../../canonical/chat.ts";
import { RelayError } from "../../relay-error.ts";
import { format } from "./index.ts";

const session = JSON.parse(
  readFileSync(new URL("__fixtures__/coding-session.json", import.meta.url), "utf8"),
) as Record<string, unknown>;

function parse(more: Record<string, unknown>): { call: ChatCall; unread: string[] } {
  return format.parseRequest({ model: "m", input: "Hi", ...more }, "upstream");
}

const messagesOf = (input: unknown): ChatCall["messages"] => parse({ input }).call.messages;

/** The error of a rejected request. */
function refusal(more: Record<string, unknown>): {
  kind: string;
  param: string | undefined;
  message: string;
} {
  try {
    parse(more);
  } catch (error) {
    if (error instanceof RelayError) return { kind: error.kind, param: error.param, message: error.message };
    throw error;
  }
  throw new Error("was not refused");
}

describe("a coding agent's session", () => {
  const { call, unread } = format.parseRequest(session, "upstream");

  it("becomes turns: all calls of a response in one message, all results in the next", () => {
    const text = (text: string) => ({ type: "text", text });
    const encrypted = (data: string, summary?: string) => ({
      type: "encrypted-reasoning",
      data,
      dialect: "openai-responses",
      ...(summary && { summary }),
    });
    const result = (toolCallId: string, ...content: unknown[]) => ({
      type: "tool-result",
      toolCallId,
      content,
    });
    expect(call.messages).toEqual([
      { role: "system", content: [text("You are a coding agent.")] },
      { role: "system", developer: true, content: [text("Sandbox: read-only.")] },
      { role: "user", content: [text("<environment_context/>")] },
      { role: "user", content: [text("Fix the test.")] },
      {
        role: "assistant",
        content: [
          encrypted("gAAAAA-one", "**Looking around**"),
          text("I'll look at the files."),
          { type: "tool-call", id: "call_1", name: "update_plan", arguments: '{"plan":[]}' },
          { type: "tool-call", id: "call_2", name: "shell", arguments: '{"command":["ls"]}' },
        ],
      },
      {
        role: "user",
        content: [
          result("call_1", text("Plan updated")),
          result("call_2", text('{"output":"a.ts","metadata":{"exit_code":0}}')),
        ],
      },
      {
        role: "assistant",
        content: [
          encrypted("gAAAAA-two"),
          {
            type: "opaque",
            dialect: "openai-responses",
            value: {
              type: "web_search_call",
              status: "completed",
              action: { type: "search", query: "vitest" },
            },
          },
          {
            type: "tool-call",
            id: "call_3",
            name: "apply_patch",
            arguments: JSON.stringify({ input: "*** Begin Patch\n*** End Patch\n" }),
          },
          { type: "tool-call", id: "call_4", name: "mcp__files__read", arguments: '{"path":"shot.png"}' },
        ],
      },
      {
        role: "user",
        content: [
          result("call_4", text("A picture:"), {
            type: "image",
            source: { kind: "inline", mediaType: "image/png", data: "iVBORw0KGgo=" },
          }),
          result("call_3", text("Done.")),
        ],
      },
      { role: "user", content: [text("Hurry up.")] },
      { role: "assistant", content: [text("Patched.")] },
      { role: "user", content: [text("Run it.")] },
    ]);
  });

  it("has its settings read, and nothing dropped", () => {
    expect(unread).toEqual([]);
    expect(call).toMatchObject({
      model: "upstream",
      stream: true,
      toolChoice: { type: "auto" },
      parallelToolCalls: true,
      reasoning: { effort: "medium" },
      verbosity: "medium",
      cacheKey: "session-1",
      extras: { dialect: "openai-responses", fields: { "reasoning.summary": "auto" } },
      hostedTools: [{ kind: "web-search", dialect: "openai-responses" }],
    });
  });

  it("turns a custom tool into a function with one text, and describes its grammar", () => {
    expect(call.tools?.map((tool) => tool.name)).toEqual([
      "shell",
      "apply_patch",
      "update_plan",
      "mcp__files__read",
    ]);
    expect(call.tools?.[1]).toMatchObject({
      description:
        'Edits files.\n\nThe input is plain text.\n\nThe input must follow this Lark grammar:\nstart: "*** Begin Patch" hunk+',
      parameters: { required: ["input"] },
    });
    expect(call.tools?.[0]).toMatchObject({ strict: false, description: "Runs a shell command." });
  });
});

describe("items", () => {
  it("puts a late result after its call, and leaves one without a call in place", () => {
    const call = (id: string) => ({ type: "function_call", call_id: id, name: "f", arguments: "" });
    const output = (id: string) => ({ type: "function_call_output", call_id: id, output: id });
    const shape = messagesOf([
      call("a"),
      call("b"),
      output("b"),
      call("c"),
      output("a"),
      output("c"),
      output("x"),
      output("y"),
    ]).map(
      (message) =>
        `${message.role}: ${message.content.map((block) => (block.type === "tool-call" ? block.id : block.type === "tool-result" ? `=${block.toolCallId}` : "")).join(" ")}`,
    );
    expect(shape).toEqual(["assistant: a b", "user: =b =a", "assistant: c", "user: =c =x =y"]);
  });

  it("reads the calls of built-in tools and their outputs", () => {
    const messages = messagesOf([
      {
        type: "local_shell_call",
        id: "lsh_1",
        call_id: "c1",
        action: { type: "exec", command: ["ls"], env: {} },
      },
      { type: "local_shell_call_output", id: "lsh_1", output: "a.ts" },
      { type: "shell_call", call_id: "c2", action: { commands: ["pwd"] } },
      {
        type: "shell_call_output",
        call_id: "c2",
        output: [{ stdout: "/", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
      },
      {
        type: "apply_patch_call",
        call_id: "c3",
        operation: { type: "delete_file", path: "a" },
        status: "completed",
      },
      { type: "apply_patch_call_output", call_id: "c3", status: "failed", output: "No such file." },
      { type: "tool_search_call", call_id: "c4", execution: "client", arguments: { query: "mail" } },
      {
        type: "tool_search_output",
        call_id: "c4",
        execution: "client",
        tools: [{ type: "function", name: "send", parameters: {} }],
      },
    ]);
    const blocks = messages.flatMap((message) => message.content as { type: string }[]);
    expect(blocks).toMatchObject([
      { id: "c1", name: "local_shell", arguments: '{"command":["ls"],"env":{}}' },
      { toolCallId: "c1", content: [{ text: "a.ts" }] },
      { id: "c2", name: "shell", arguments: '{"commands":["pwd"]}' },
      {
        toolCallId: "c2",
        content: [{ text: '[{"stdout":"/","stderr":"","outcome":{"type":"exit","exit_code":0}}]' }],
      },
      { id: "c3", name: "apply_patch" },
      { toolCallId: "c3", isError: true, content: [{ text: "No such file." }] },
      { id: "c4", name: "tool_search", arguments: '{"query":"mail"}' },
      { toolCallId: "c4", content: [{ text: '{"tools":["send"]}' }] },
    ]);
  });

  it("keeps items of this dialect with the role that created them", () => {
    const container = {
      type: "shell_call",
      call_id: "c",
      action: { commands: [] },
      environment: { type: "container_reference" },
    };
    const items = [
      { type: "item_reference", id: "msg_1" },
      { id: "rs_2" },
      container,
      { type: "shell_call_output", call_id: "c", output: [] },
      { type: "tool_search_output", execution: "server", call_id: null, tools: [] },
      { type: "mcp_approval_request", id: "a" },
      { type: "mcp_approval_response", approval_request_id: "a", approve: true },
      { type: "item_of_tomorrow" },
    ];
    expect(
      messagesOf(items).map((message) => [
        message.role,
        message.content.map((block) => "value" in block && block.value),
      ]),
    ).toEqual([
      ["assistant", items.slice(0, 6)],
      ["user", items.slice(6, 7)],
      ["assistant", items.slice(7)],
    ]);
  });

  it("reads parts of every kind", () => {
    const [message] = messagesOf([
      {
        role: "user",
        content: [
          { type: "input_text", text: "See", prompt_cache_breakpoint: { mode: "explicit" } },
          { type: "input_image", file_id: "file-1", detail: "high" },
          { type: "input_image", image_url: "https://p.test/a.png" },
          { type: "input_file", file_data: "JVBERi0=", filename: "a.csv" },
          { type: "input_file", file_url: "https://f.test/a.pdf" },
          { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
        ],
      },
    ]);
    expect(message?.content).toEqual([
      { type: "text", text: "See", cache: {} },
      { type: "image", source: { kind: "id", id: "file-1" }, detail: "high" },
      { type: "image", source: { kind: "url", url: "https://p.test/a.png" } },
      { type: "file", source: { kind: "inline", mediaType: "text/csv", data: "JVBERi0=" }, name: "a.csv" },
      { type: "file", source: { kind: "url", url: "https://f.test/a.pdf" } },
      { type: "audio", data: "UklGRg==", format: "wav" },
    ]);
  });
});

describe("tools", () => {
  const declared = [
    { type: "local_shell" },
    { type: "shell", environment: { type: "local" } },
    { type: "apply_patch" },
    { type: "tool_search", execution: "client", description: "Finds.", parameters: { type: "object" } },
    { type: "code_interpreter", container: { type: "auto" } },
    { type: "shell", environment: { type: "container_auto" } },
    { type: "mcp", server_label: "s" },
  ];

  it("sends the caller's tools as functions, and keeps hosted tools", () => {
    const { call } = parse({ tools: declared });
    expect(call.tools?.map((tool) => tool.name)).toEqual([
      "local_shell",
      "shell",
      "apply_patch",
      "tool_search",
    ]);
    expect(call.tools?.[3]).toMatchObject({ description: "Finds.", parameters: { type: "object" } });
    expect(call.hostedTools).toEqual([
      { kind: "code-execution", dialect: "openai-responses", definition: declared[4] },
      { dialect: "openai-responses", definition: declared[5] },
      { dialect: "openai-responses", definition: declared[6] },
    ]);
  });

  it("sends tools from the conversation, and reports a second one of the same name", () => {
    const fn = (name: string) => ({ type: "function", name, parameters: {} });
    const { call, unread } = parse({
      tools: [fn("a"), fn("a")],
      input: [
        { type: "additional_tools", role: "developer", tools: [fn("b"), fn("a")] },
        { role: "user", content: "Hi" },
      ],
    });
    expect(call.tools?.map((tool) => tool.name)).toEqual(["a", "b"]);
    expect(unread).toEqual(["tools[1]"]);
  });

  it("reads every choice", () => {
    const choose = (choice: unknown) => {
      const { call } = parse({
        tools: [{ type: "function", name: "f" }, { type: "custom", name: "c" }, ...declared],
        tool_choice: choice,
      });
      return [call.toolChoice, call.extras?.fields.tool_choice];
    };
    expect(choose("required")).toEqual([{ type: "required" }, undefined]);
    expect(choose({ type: "function", name: "f" })).toEqual([{ type: "tool", name: "f" }, undefined]);
    expect(choose({ type: "custom", name: "c" })).toEqual([{ type: "tool", name: "c" }, undefined]);
    expect(choose({ type: "apply_patch" })).toEqual([{ type: "tool", name: "apply_patch" }, undefined]);
    expect(choose({ type: "code_interpreter" })).toEqual([undefined, { type: "code_interpreter" }]);
  });

  it("sends only the allowed tools", () => {
    const allowed = {
      type: "allowed_tools",
      mode: "required",
      tools: [{ type: "function", name: "f" }, { type: "mcp" }],
    };
    const { call } = parse({
      tools: [{ type: "function", name: "f" }, { type: "function", name: "g" }, ...declared],
      tool_choice: allowed,
    });
    expect(call.tools?.map((tool) => tool.name)).toEqual(["f"]);
    expect(call.hostedTools?.map((tool) => tool.definition.type)).toEqual(["mcp"]);
    expect(call.toolChoice).toEqual({ type: "required" });
  });
});

describe("rejections", () => {
  it.each(["previous_response_id", "conversation", "prompt"])(
    "rejects %s, which no other upstream can resolve",
    (field) => {
      expect(refusal({ [field]: "resp_1" })).toMatchObject({ kind: "unsupported", param: field });
      expect(refusal({ [field]: "resp_1" }).message).toContain(`'${field}' is not supported`);
    },
  );

  it("name background, because no one would be billed for its output", () => {
    const readHead = (background: boolean) => format.readHead({ model: "m", input: "x", background });
    expect(() => readHead(true)).toThrow(/'background' is not supported/);
    expect(readHead(false).model).toBe("m");
    expect(parse({ background: false }).unread).toEqual([]);
  });

  it.each([
    ["input[0].content", { input: [{ role: "user" }] }],
    ["input[0].role", { input: [{ role: "robot", content: "x" }] }],
    ["input[0].content[0].type", { input: [{ role: "user", content: [{ type: "video" }] }] }],
    ["input[0].call_id", { input: [{ type: "function_call_output", output: "x" }] }],
    ["input[0]", { input: ["x"] }],
    ["input", { input: [] }],
    ["tools[0].name", { tools: [{ type: "function" }] }],
    ["tools[0].tools[0].name", { tools: [{ type: "namespace", name: "n", tools: [{ type: "function" }] }] }],
    ["tool_choice.name", { tool_choice: { type: "function" } }],
    ["text.format.type", { text: { format: { type: "xml" } } }],
    ["temperature", { temperature: "hot" }],
    ["max_output_tokens", { max_output_tokens: 0.5 }],
    ["instructions", { instructions: ["x"] }],
  ])("name %s", (param, more) => {
    expect(refusal(more)).toMatchObject({ kind: "invalid_request", param });
  });

  it("report fields that are not read", () => {
    const message = { role: "assistant", content: "x", phase: "commentary" };
    const { unread } = parse({ input: [message], store: true, tomorrow: 1, "od d": 1, moderation: null });
    expect(unread).toEqual(["input.phase", "store", "tomorrow", "od?d"]);
  });
});
