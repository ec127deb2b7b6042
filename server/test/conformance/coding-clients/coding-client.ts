import type { Turn } from "../strict-upstreams/strict-upstream.ts";

/** What a client understood of an answer. */
export interface Heard {
  text: string;
  thought: string;
  calls: { name: string; arguments: unknown }[];
}

/** A conversation as a client of this kind has it: it keeps what was said in its own format, and sends it all with every request. */
export interface Session {
  say(text: string): Promise<Heard>;
  /** Results of the calls of the last answer, in their order. */
  give(results: readonly string[]): Promise<Heard>;
}

/** A coding tool, by the shape of its requests. */
export interface CodingClient {
  name: string;
  /** Calls that a model may make with this client's tools: two at once, then one. */
  calls: { parallel: NonNullable<Turn["calls"]>; single: NonNullable<Turn["calls"]> };
  /** `model` is asked for every request, since users change it in the middle. */
  start(address: string, key: string, model: () => string): Session;
}

/** The client's instructions; long ones of real clients say more of the same. */
export const instructions = "You are a coding agent. Work in /home/dev/app and keep to its style.";
