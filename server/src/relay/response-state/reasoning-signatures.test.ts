import { describe, expect, it } from "vitest";
import {
  dropForeignReasoning,
  noteAccount,
  noteAccountOnPart,
  resolveAccount,
} from "./reasoning-signatures.ts";
import type { AssistantBlock, ChatCall, ChatResult, Signature } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import {
  lastAccount,
  readSignature,
  signatureOf,
  encryptedReasoningOf,
  writeSignature,
} from "../canonical/foreign-signature.ts";

const one = resolveAccount(1, "key-one");
const stepUp = (dialect: Signature["dialect"], account?: string): Signature =>
  account === undefined ? { dialect, value: "v" } : { dialect, value: "v", account };

function dropped(content: AssistantBlock[], sealed: string[] = []) {
  const call: ChatCall = { model: "m", stream: false, messages: [{ role: "assistant", content }] };
  const names = dropForeignReasoning(call, () => one, new Set(sealed));
  return { names, content: call.messages[0]?.content };
}

describe("an account's name", () => {
  it("differs by user and key, and reveals neither", () => {
    expect(new Set([one, resolveAccount(2, "key-one"), resolveAccount(1, "key-two")]).size).toBe(3);
    expect(one).toMatch(/^[a-z]{12}$/);
  });

  it("is appended to a signature for callers of other dialects, and recognized again", () => {
    const made = stepUp("openai-responses", one);
    const written = writeSignature(made, "anthropic-messages");
    expect(readSignature(written, "anthropic-messages")).toEqual(made);
    expect(encryptedReasoningOf(readSignature(written, "openai-chat"))).toMatchObject({
      data: "v",
      account: one,
    });
    expect(signatureOf(encryptedReasoningOf(made))).toEqual(made);
    expect(writeSignature(made, "openai-responses")).toBe("v");
  });

  it("is that of the newest signature in a request", () => {
    const raw = (...texts: string[]) => Buffer.from(JSON.stringify({ messages: texts }));
    const written = (account?: string) => writeSignature(stepUp("gemini-generate", account), "openai-chat");
    expect(lastAccount(raw(written("a"), "x", written(one), "y"))).toBe(one);
    expect(lastAccount(raw(written(one), written()))).toBeUndefined();
    expect(lastAccount(raw("x"))).toBeUndefined();
    expect(lastAccount(Buffer.from('{"a":"tollgate.'))).toBeUndefined();
  });

  it("is appended to everything with a signature", () => {
    const content: AssistantBlock[] = [
      { type: "reasoning", text: "t", signature: stepUp("gemini-generate") },
      { type: "encrypted-reasoning", data: "d", dialect: "openai-responses" },
      { type: "text", text: "x" },
      { type: "tool-call", id: "c", name: "n", arguments: "{}", signature: stepUp("gemini-generate") },
    ];
    const result: ChatResult = { id: "i", model: "m", choices: [{ index: 0, content, stopReason: "stop" }] };
    noteAccount(result, () => one);
    expect(JSON.stringify(content).split(one)).toHaveLength(4);
    const part: ChatStreamPart = { type: "text-signature", choice: 0, signature: stepUp("gemini-generate") };
    noteAccountOnPart(part, () => one);
    expect(part.signature.account).toBe(one);
  });
});

describe("dropForeignProofs", () => {
  it("removes reasoning of other accounts, and keeps the text", () => {
    const { names, content } = dropped([
      { type: "encrypted-reasoning", data: "d", dialect: "openai-responses", account: "other" },
      { type: "reasoning", text: "t", signature: stepUp("gemini-generate", "other") },
      {
        type: "tool-call",
        id: "c",
        name: "n",
        arguments: "{}",
        signature: stepUp("gemini-generate", "other"),
      },
    ]);
    expect(names).toEqual(["messages.reasoning_details", "messages.signature"]);
    expect(content).toEqual([
      { type: "reasoning", text: "t" },
      { type: "tool-call", id: "c", name: "n", arguments: "{}" },
    ]);
  });

  it("keeps reasoning of the own account, of unknown accounts, and of vendors whose signatures are valid everywhere", () => {
    const blocks = (): AssistantBlock[] => [
      { type: "encrypted-reasoning", data: "d", dialect: "openai-responses", account: one },
      { type: "encrypted-reasoning", data: "e", dialect: "openai-responses" },
      { type: "reasoning", text: "t", signature: stepUp("anthropic-messages", "other") },
    ];
    expect(dropped(blocks())).toEqual({ names: [], content: blocks() });
    expect(dropped(blocks(), ["e"]).names).toEqual(["messages.reasoning_details"]);
  });
});
