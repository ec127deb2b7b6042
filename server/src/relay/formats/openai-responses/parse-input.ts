import type { ChatMessage, ToolResultBlock } from "../../canonical/chat.ts";
import { encryptedReasoningOf } from "../../canonical/foreign-signature.ts";
import { type Fields, reject, within } from "../kit/check-value.ts";
import { needText, readObjects, readText } from "../kit/read-fields.ts";
import { readCarriedSignature } from "./carried-signature.ts";
import { Conversation } from "./conversation.ts";
import { parseCallItem } from "./parse-call-item.ts";
import { parseContent } from "./parse-content.ts";
import { runsInContainer } from "./tool-forms.ts";

/**
 * `instructions` and `input` as messages; instructions are the first one. Items that only this dialect supports become
 * opaque blocks of the same role.
 * @throws RelayError naming the field
 */
export function parseInput(body: Fields, unread: Set<string>): ChatMessage[] {
  const conversation = new Conversation();
  const instructions = readText(body, "instructions");
  if (instructions) conversation.add({ role: "system", content: [{ type: "text", text: instructions }] });
  if (typeof body.input === "string")
    conversation.add({ role: "user", content: [{ type: "text", text: body.input }] });
  else {
    const reader = new ItemReader(conversation, unread);
    readObjects(body, "input").forEach((item, index) => reader.read(item, within("input", index)));
  }
  return conversation.messages;
}

const userParts = new Set(["input_text", "text", "input_image", "input_file", "input_audio", "output_text"]);
const assistantParts = new Set(["output_text", "input_text", "text", "refusal"]);
const outputParts = new Set(["input_text", "text", "output_text", "input_image", "input_file"]);

class ItemReader {
  #conversation: Conversation;
  #unread: Set<string>;
  /** Calls by the id of their item: outputs of the local shell contain that id. */
  #callsByItem = new Map<string, string>();
  /** Calls that the upstream itself executed. */
  #ownCalls = new Set<unknown>();

  constructor(conversation: Conversation, unread: Set<string>) {
    this.#conversation = conversation;
    this.#unread = unread;
  }

  read(item: Fields, path: string): void {
    const type = readText(item, "type", path) ?? (item.role == null ? "item_reference" : "message");
    if (type === "message") this.#readMessage(item, path);
    else if (type === "reasoning") this.#readReasoning(item, path);
    else if (type === "additional_tools") return;
    else if (type.endsWith("_output") && this.#readOutput(type, item, path)) return;
    else if (
      type === "mcp_approval_response" ||
      type === "computer_call_output" ||
      type === "compaction_trigger"
    )
      this.#conversation.add({
        role: "user",
        content: [{ type: "opaque", dialect: "openai-responses", value: item }],
      });
    else this.#readCall(type, item, path);
  }

  #readCall(type: string, item: Fields, path: string): void {
    const call =
      type === "shell_call" && runsInContainer(item.environment)
        ? undefined
        : parseCallItem(type, item, path);
    if (call === undefined) {
      this.#ownCalls.add(item.call_id);
      this.#conversation.answer({ type: "opaque", dialect: "openai-responses", value: item });
      return;
    }
    if (typeof item.id === "string") this.#callsByItem.set(item.id, call.id);
    this.#conversation.call(call);
  }

  #readMessage(item: Fields, path: string): void {
    const role = needText(item, "role", path);
    const at = within(path, "content");
    if (item.content == null) reject(at, `'${at}' is required.`);
    if (item.phase != null) this.#unread.add("input.phase");
    switch (role) {
      case "user":
        this.#conversation.add({
          role,
          content: parseContent(item.content, at, userParts).filter((part) => part.type !== "refusal"),
        });
        break;
      case "system":
      case "developer": {
        const content = parseContent(item.content, at, systemParts).filter(
          (part) => part.type === "text" || part.type === "image",
        );
        this.#conversation.add({ role: "system", content, ...(role === "developer" && { developer: true }) });
        break;
      }
      case "assistant":
        this.#conversation.answer(
          ...parseContent(item.content, at, assistantParts).filter(
            (part) => part.type === "text" || part.type === "refusal",
          ),
        );
        break;
      default:
        reject(within(path, "role"), `'${role}' is not a supported role.`);
    }
  }

  #readReasoning(item: Fields, path: string): void {
    const text = readReasoning(item, path);
    const data = readText(item, "encrypted_content", path);
    if (!data) {
      if (text !== "") this.#conversation.answer({ type: "reasoning", text });
      // Reasoning with only an id has no content to translate; the upstream that stores it is not called.
      else this.#unread.add(`${path}.id`);
      return;
    }
    const { use, signature } = readCarriedSignature(data);
    if (use === "call") this.#conversation.provesNextCall(signature);
    else if (use === "text") this.#conversation.provesLastText(signature);
    else if (use === "reasoning") this.#conversation.answer({ type: "reasoning", text, signature });
    else {
      const block = encryptedReasoningOf(signature);
      const id = readText(item, "id", path);
      // An item with another dialect's reasoning has an id that Tollgate created.
      if (id && signature.dialect === "openai-responses") block.id = id;
      if (text !== "") block.summary = text;
      this.#conversation.answer(block);
    }
  }

  /** False for outputs that are not results of the model's calls. */
  #readOutput(type: string, item: Fields, path: string): boolean {
    if (type === "program_output" || type === "computer_call_output" || this.#ownCalls.has(item.call_id))
      return false;
    if (type === "tool_search_output" && item.execution !== "client") return false;
    const id = readText(item, "call_id", path) || this.#callOf(item, path);
    this.#conversation.result({ type: "tool-result", toolCallId: id, ...parseOutput(type, item, path) });
    return true;
  }

  #callOf(item: Fields, path: string): string {
    const id = typeof item.id === "string" && item.type === "local_shell_call_output" ? item.id : "";
    return this.#callsByItem.get(id) ?? (id || needText(item, "call_id", path));
  }
}

const systemParts = new Set(["input_text", "text", "output_text", "input_image"]);

/** The reasoning itself if present, otherwise its summary, paragraph by paragraph. */
function readReasoning(item: Fields, path: string): string {
  const texts = (key: string): string[] =>
    readObjects(item, key, path).map((part) => readText(part, "text", within(path, key)) ?? "");
  const content = texts("content").join("");
  return content === "" ? texts("summary").join("\n\n") : content;
}

function parseOutput(type: string, item: Fields, path: string): Pick<ToolResultBlock, "content" | "isError"> {
  const at = within(path, "output");
  switch (type) {
    case "shell_call_output":
      return { content: [{ type: "text", text: JSON.stringify(item.output ?? []) }] };
    case "apply_patch_call_output": {
      const status = readText(item, "status", path) ?? "completed";
      const text = readText(item, "output", path) ?? status;
      return { content: [{ type: "text", text }], ...(status === "failed" && { isError: true }) };
    }
    case "tool_search_output": {
      const names = readObjects(item, "tools", path).map((tool) => tool.name);
      return { content: [{ type: "text", text: JSON.stringify({ tools: names }) }] };
    }
    default: {
      const parts = parseContent(item.output, at, outputParts);
      return { content: parts.filter((part) => part.type !== "audio" && part.type !== "refusal") };
    }
  }
}
