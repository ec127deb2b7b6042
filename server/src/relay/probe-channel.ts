import type { UpstreamProblem } from "./canonical/problem.ts";

/** What a probe needs of a channel; a stored one or one still being edited. */
export interface ProbeTarget {
  id: number;
  type: number;
  keys: readonly string[];
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  customParameters: Readonly<Record<string, unknown>>;
  mapping: Readonly<Record<string, string>>;
  proxy: string;
  other: string;
  plugin: Readonly<Record<string, Record<string, unknown>>>;
}

export interface ProbeResult {
  /** Milliseconds from dispatch to the whole answer or the failure. */
  time: number;
  /** Undefined: the channel answered as it should. */
  problem: UpstreamProblem | undefined;
}

/** The control plane's door to upstreams: one unbilled call through one channel. */
export interface ChannelProbe {
  /** Asks `model` for a few tokens. */
  test(target: ProbeTarget, model: string): Promise<ProbeResult>;
  /** Model names as the upstream lists them; a problem if it cannot or will not. Undefined: this provider has no list. */
  listModels(target: ProbeTarget): Promise<string[] | UpstreamProblem | undefined>;
}
