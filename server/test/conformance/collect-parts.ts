import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatResult, StopReason } from "../../src/relay/canonical/chat.ts";
import type { ChatStreamPart } from "../../src/relay/canonical/chat-stream.ts";

/** Content of one choice, whether it arrived whole or in parts. */
export interface Collected {
  id: string;
  text: string;
  reasoning: string;
  signatures: string[];
  encrypted: string[];
  refusal: string;
  tools: { id: string; name: string; arguments: string }[];
  stop: StopReason | undefined;
  usage: UsageCounts | undefined;
  ended: boolean;
}

function nothing(): Collected {
  return {
    id: "",
    text: "",
    reasoning: "",
    signatures: [],
    encrypted: [],
    refusal: "",
    tools: [],
    stop: undefined,
    usage: undefined,
    ended: false,
  };
}

/**
 * Concatenates the parts of one choice, and checks their order.
 * @throws Error for a wrong order
 */
export function collectParts(parts: readonly ChatStreamPart[], choice = 0): Collected {
  const all = nothing();
  parts.forEach((part, index) => {
    if ((part.type === "start") !== (index === 0)) throw new Error(`part ${index} is ${part.type}`);
    if ("choice" in part && part.choice !== choice) return;
    if (all.ended) throw new Error(`${part.type} after the end`);
    if (all.stop !== undefined && "choice" in part) throw new Error(`${part.type} after the stop`);
    switch (part.type) {
      case "start":
        all.id = part.id;
        break;
      case "text":
        all.text += part.text;
        break;
      case "reasoning":
        all.reasoning += part.text;
        break;
      case "reasoning-signature":
        all.signatures.push(part.signature.value);
        break;
      case "encrypted-reasoning":
        all.encrypted.push(part.data);
        break;
      case "refusal":
        all.refusal += part.text;
        break;
      case "tool-call":
        if (part.block !== all.tools.length) throw new Error(`tool call ${part.block} out of turn`);
        all.tools.push({ id: part.id, name: part.name, arguments: "" });
        break;
      case "tool-arguments": {
        const tool = all.tools[part.block];
        if (tool === undefined) throw new Error(`arguments before tool call ${part.block}`);
        tool.arguments += part.text;
        break;
      }
      case "stop":
        all.stop = part.reason;
        break;
      case "usage":
        all.usage = part.usage;
        break;
      case "end":
        all.ended = true;
        break;
    }
  });
  return all;
}

/** The same for a whole response. */
export function collectResult(result: ChatResult, choice = 0): Collected {
  const all = nothing();
  all.id = result.id;
  all.usage = result.usage;
  all.ended = true;
  const found = result.choices.find((candidate) => candidate.index === choice);
  all.stop = found?.stopReason;
  for (const block of found?.content ?? []) {
    if (block.type === "text") all.text += block.text;
    else if (block.type === "reasoning") {
      all.reasoning += block.text;
      if (block.signature) all.signatures.push(block.signature.value);
    } else if (block.type === "encrypted-reasoning") all.encrypted.push(block.data);
    else if (block.type === "refusal") all.refusal += block.text;
    else if (block.type === "tool-call")
      all.tools.push({ id: block.id, name: block.name, arguments: block.arguments });
  }
  return all;
}
