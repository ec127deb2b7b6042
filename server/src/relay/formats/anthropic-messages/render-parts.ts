import type { OpaqueBlock, Signature } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { type BlockWriter, createBlockWriter } from "./block-writer.ts";
import { dialect, writeEncryptedReasoning, writeReasoningSignature } from "./foreign-reasoning.ts";
import {
  callerOf,
  isForeign,
  renderCitation,
  renderEncrypted,
  renderImage,
  renderSignature,
} from "./render-blocks.ts";
import type { WireBlock } from "./wire.ts";

/** Renders content parts as events, in the order of their blocks. */
export interface PartWriter {
  write(part: ChatStreamPart): string;
  close(): string;
}

export function createPartWriter(): PartWriter {
  const blocks = createBlockWriter();

  function text(content: string): string {
    // An empty text after another one starts a new block, because citations belong to one block.
    if (content === "") return blocks.open === "text" ? blocks.close() : "";
    return openText() + blocks.delta(`{"type":"text_delta","text":${JSON.stringify(content)}}`);
  }

  function openText(): string {
    return blocks.open === "text" ? "" : blocks.begin("text", { type: "text", text: "" });
  }

  function openReasoning(): string {
    if (blocks.open === "thinking") return "";
    return blocks.begin("thinking", { type: "thinking", thinking: "", signature: "" });
  }

  function sign(written: string): string {
    const delta = blocks.delta(`{"type":"signature_delta","signature":${JSON.stringify(written)}}`);
    return delta + blocks.close();
  }

  function signatureBlock(signature: Signature, of: "call" | "text"): string {
    const { signature: written } = renderSignature(signature, of) as { signature: string };
    return blocks.close() + openReasoning() + sign(written);
  }

  /** Reasoning text sent before an encrypted block belongs to that block, which closes it. */
  function encrypted(part: ChatStreamPart & { type: "encrypted-reasoning" }): string {
    if (part.dialect !== dialect && blocks.open === "thinking") return sign(writeEncryptedReasoning(part));
    const block = renderEncrypted(part);
    return block.type === "thinking" ? reasoning(block) : whole(blocks, block);
  }

  function reasoning(block: WireBlock): string {
    const { thinking, signature } = block as { thinking: string; signature: string };
    const delta = `{"type":"thinking_delta","thinking":${JSON.stringify(thinking)}}`;
    return blocks.close() + openReasoning() + blocks.delta(delta) + sign(signature);
  }

  function call(part: ChatStreamPart & { type: "tool-call" }): string {
    const { id, name, signature } = part;
    const before = isForeign(signature) ? signatureBlock(signature, "call") : "";
    const block = { type: "tool_use", id, name, input: {}, ...callerOf(signature) };
    return before + blocks.begin("tool_use", block);
  }

  return {
    close: blocks.close,
    write(part) {
      switch (part.type) {
        case "text":
          return text(part.text);
        case "spoken":
          return part.transcript ? text(part.transcript) : "";
        case "text-signature":
          return isForeign(part.signature) ? signatureBlock(part.signature, "text") : "";
        case "citation":
          return renderCitation(part.citation)
            .map(
              (citation) =>
                openText() +
                blocks.delta(`{"type":"citations_delta","citation":${JSON.stringify(citation)}}`),
            )
            .join("");
        case "reasoning-start":
          return blocks.open === "thinking" ? blocks.close() : "";
        case "reasoning":
          return (
            openReasoning() +
            blocks.delta(`{"type":"thinking_delta","thinking":${JSON.stringify(part.text)}}`)
          );
        case "reasoning-signature":
          return openReasoning() + sign(writeReasoningSignature(part.signature));
        case "encrypted-reasoning":
          return encrypted(part);
        case "tool-call":
          return call(part);
        case "tool-arguments":
          return blocks.delta(`{"type":"input_json_delta","partial_json":${JSON.stringify(part.text)}}`);
        case "image":
          return renderImage(part.source)
            .map((block) => whole(blocks, block))
            .join("");
        case "opaque":
          return part.block.dialect === dialect ? opaque(blocks, part.block) : "";
        default:
          return "";
      }
    },
  };
}

function whole(blocks: BlockWriter, block: WireBlock): string {
  return blocks.begin("whole", block) + blocks.close();
}

/**
 * Calls of hosted tools stream their input, and a compaction its content; everything else arrives whole with its start.
 */
function opaque(blocks: BlockWriter, { value }: OpaqueBlock): string {
  const { type, input, content } = value;
  if ((type === "server_tool_use" || type === "mcp_tool_use") && input !== undefined) {
    const json = JSON.stringify(JSON.stringify(input));
    const delta = `{"type":"input_json_delta","partial_json":${json}}`;
    return blocks.begin("whole", { ...value, input: {} }) + blocks.delta(delta) + blocks.close();
  }
  if (type === "compaction" && content != null) {
    const { encrypted_content } = value;
    const delta = {
      type: "compaction_delta",
      content,
      ...(encrypted_content === undefined ? {} : { encrypted_content }),
    };
    const start = {
      ...value,
      content: null,
      ...(encrypted_content === undefined ? {} : { encrypted_content: null }),
    };
    return blocks.begin("whole", start) + blocks.delta(JSON.stringify(delta)) + blocks.close();
  }
  return whole(blocks, value);
}
