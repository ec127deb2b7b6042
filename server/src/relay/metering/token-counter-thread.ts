import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { stepBack } from "../../platform/step-back.ts";
import { answerCalls } from "../../platform/worker-call.ts";
import type { CounterOperations } from "./token-counter.ts";

stepBack();

/** Long unbroken runs make the tokenizer quadratic; slices of this many characters keep it linear within 0.2 %. */
const sliceLength = 2048;

/** Counts marks such as `<|endoftext|>` as plain text; by default the tokenizer throws at them. */
const asText = { disallowedSpecial: new Set<string>() };

function countInSlices(text: string): number {
  let total = 0;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + sliceLength, text.length);
    const last = text.charCodeAt(end - 1);
    // Does not cut a surrogate pair.
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    total += countTokens(text.slice(start, end), asText);
    start = end;
  }
  return total;
}

answerCalls({ count: countInSlices } satisfies CounterOperations);
