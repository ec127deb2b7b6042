import type { EndReason, LogMetadata } from "@tollgate/contract/logs";

type Attempt = NonNullable<LogMetadata["attempts"]>[number];

interface DemoChannelRow {
  id: number;
  name: string;
}

/** How a call of the demo ended: its attempts and their results. */
export interface DemoEnding {
  reason: EndReason;
  attempts: Attempt[];
  /** The channel that delivered, or was tried last. */
  channel: DemoChannelRow;
  /** The log's sentence for a call that failed. */
  content: string;
  /** Share of the response that was delivered, and is charged. */
  delivered: number;
}

interface EndingInput {
  channels: readonly DemoChannelRow[];
  /** Milliseconds until the first byte of a response. */
  firstResponse: number;
  /** 0 to 1. */
  random: () => number;
  ofToday: number | undefined;
}

const failures = [
  { status: 429, reason: "rate" },
  { status: 503, reason: "overload" },
  { status: 500, reason: "server" },
  { status: 0, reason: "timeout" },
] as const;

/** One of each kind of ending among the latest calls, so that each is easy to find. */
const everyKind = [0.01, 0.09, 0.115, 0.13];

/** So many calls of the last day show one kind of ending each. */
export const shownEndings = everyKind.length;

/**
 * Most calls succeed at the first attempt; some on another channel after a failure, and a few not at all. `ofToday` is
 * the number of a call of the last day, undefined for earlier ones.
 */
export function chooseEnding(input: EndingInput): DemoEnding {
  const { channels, firstResponse, random, ofToday } = input;
  const [primary, second, fallback] = channels as [DemoChannelRow, DemoChannelRow, DemoChannelRow];
  const first = random() < 0.75 ? primary : second;
  const other = first === primary ? second : fallback;
  const failure = failures[Math.floor(random() * failures.length)] ?? failures[0];
  const failed = (channel: DemoChannelRow): Attempt => ({
    channel_id: channel.id,
    channel_name: channel.name,
    status: failure.status,
    time: failure.status === 0 ? 10_000 : 60 + Math.round(random() * 400),
    reason: failure.reason,
  });
  const answered = (channel: DemoChannelRow): Attempt => ({
    channel_id: channel.id,
    channel_name: channel.name,
    status: 200,
    time: firstResponse,
    reason: "",
  });
  const drawn = random();
  const mark = everyKind[ofToday ?? everyKind.length] ?? drawn;
  if (mark < 0.08) return ending("completed", [failed(first), answered(other)], other, 1);
  if (mark < 0.11)
    return {
      ...ending("upstream_error", [failed(first), failed(other)], other, 0),
      content: "The provider is overloaded. Try again later.",
    };
  if (mark < 0.12) return ending("upstream_cut", [answered(first)], first, 0);
  if (mark < 0.14) return ending("client_closed", [answered(first)], first, 0.3);
  return ending("completed", [answered(first)], first, 1);
}

function ending(
  reason: EndReason,
  attempts: Attempt[],
  channel: DemoChannelRow,
  delivered: number,
): DemoEnding {
  return { reason, attempts, channel, content: "", delivered };
}
