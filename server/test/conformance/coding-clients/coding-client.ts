import type { Turn } from "../strict-upstreams/strict-upstream.ts";

/** The parts of a response that a client reads. */
export interface Heard {
  text: string;
  reasoning: string;
  calls: { name: string; arguments: unknown }[];
}

/** A conversation of this client: it stores the history in its own format and sends all of it with every request. */
export interface Session {
  prompt(text: string): Promise<Heard>;
  /** Results of the last response's calls, in order. */
  give(results: readonly string[]): Promise<Heard>;
}

/** A coding tool, by the shape of its requests. */
export interface CodingClient {
  name: string;
  /** Calls that a model may make with this client's tools: two concurrent ones, then one. */
  calls: { parallel: NonNullable<Turn["calls"]>; single: NonNullable<Turn["calls"]> };
  /** `model` is read for every request, since users change it during a conversation. */
  start(address: string, key: string, model: () => string): Session;
}

/** The client's instructions, repeated to the length of real ones. */
export const instructions = "You are a coding agent. Work in /home/dev/app and keep to its style.";
