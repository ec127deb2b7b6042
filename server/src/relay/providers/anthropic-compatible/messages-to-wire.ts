import type { ChatMessage } from "../../canonical/chat.ts";
import { assistantBlockToWire, type Losses, userBlockToWire } from "./blocks-to-wire.ts";
import type { WireBlock, WireMessage } from "./wire.ts";

/**
 * The conversation in the API's order: system messages separate, turns alternating, tool results and reasoning first in
 * their turn. `systemTurns`: the model accepts a system message in place, directly after the user's turn and at the end
 * or before the model's.
 */
export function messagesToWire(
  messages: readonly ChatMessage[],
  losses: Losses,
  systemTurns: boolean,
): { system: string | WireBlock[] | undefined; messages: WireMessage[] } {
  const system: WireBlock[] = [];
  const turns: WireMessage[] = [];
  messages.forEach((message, index) => {
    if (message.role === "system") {
      const blocks = message.content.flatMap((block) => {
        if (block.type !== "image") return present(userBlockToWire(block, losses));
        losses.drop("messages.system.image");
        return [];
      });
      const next = messages[index + 1]?.role;
      if (systemTurns && next !== "user" && next !== "system" && turns.at(-1)?.role === "user")
        addTurn(turns, "system", blocks);
      else system.push(...blocks);
      return;
    }
    const blocks =
      message.role === "user"
        ? message.content.flatMap((block) => present(userBlockToWire(block, losses)))
        : message.content.flatMap((block) => present(assistantBlockToWire(block, losses)));
    addTurn(turns, message.role, blocks);
  });
  // The API requires a message: instructions without one become a user message.
  if (turns.length === 0) addTurn(turns, "user", system.splice(0));
  for (const turn of turns) turn.content = arrange(turn);
  trimEnd(turns.at(-1));
  return { system: simplify(system), messages: turns };
}

function present(block: WireBlock | undefined): WireBlock[] {
  return block === undefined ? [] : [block];
}

function addTurn(turns: WireMessage[], role: WireMessage["role"], blocks: WireBlock[]): void {
  if (blocks.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else turns.push({ role, content: blocks });
}

/** The API rejects text before a tool's result, and text before its reasoning. */
function arrange({ role, content }: WireMessage): WireBlock[] {
  if (role !== "user") return content;
  const isResult = (block: WireBlock): boolean => block.type === "tool_result";
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}

/** The API rejects a prefilled answer that ends in white space. */
function trimEnd(turn: WireMessage | undefined): void {
  const last = turn?.role === "assistant" ? turn.content.at(-1) : undefined;
  if (last?.type === "text") last.text = last.text.trimEnd();
}

function simplify(system: WireBlock[]): string | WireBlock[] | undefined {
  const [first] = system;
  if (first === undefined) return undefined;
  return system.length === 1 && first.type === "text" && !first.cache_control ? first.text : system;
}
