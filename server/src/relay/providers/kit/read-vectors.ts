import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { asList } from "./read-json.ts";

/**
 * A list of vectors, one for each input.
 * @throws UnreadableAnswer if the number of vectors differs, or an element is no number
 */
export function readVectors(list: unknown, inputs: number): number[][] {
  const vectors = asList(list).filter(isVector);
  if (vectors.length !== inputs)
    throw new UnreadableAnswer(`the answer has ${vectors.length} vectors for ${inputs} inputs`);
  return vectors;
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((number) => typeof number === "number");
}
