import { createHash } from "node:crypto";
import type { KeyValue } from "../../platform/key-value/key-value.ts";
import type { ResponseOrigins } from "../ports.ts";
import type { RouteTarget } from "../exchange.ts";

/** Who a state belongs to, and the channel and key that have it. */
export interface Binding extends RouteTarget {
  userId: number;
  /** Prompt and answer of a stored response together; absent if nobody knows, and for its items. */
  tokens?: number;
}

/**
 * Which channel and key made a state that only they have, and for whom (`RequestHead.boundTo`: ids of responses and their items, encrypted
 * thoughts). Unlike an affinity this is no hint: elsewhere the call fails, and what an account keeps for one user is not for another
 * who shares that account. Vendors' ids are unique; where an upstream gives one twice, it is the last one's.
 */
export interface Bindings {
  bind(id: string, binding: Binding): void;
  /** One answer to each id. A promise only where memory does not know one of them. */
  find(ids: readonly string[]): Found | Promise<Found>;
}

export type Found = readonly (Binding | undefined)[];

/** As long as OpenAI keeps a response. */
const lifetimeSeconds = 30 * 24 * 3600;
const lifetime = lifetimeSeconds * 1000;
const bindingsMost = 100_000;
/** A stream names its response and items over and over: what was told so recently is not told again. */
const toldAgain = 3600 * 1000;
/** Other ids (encrypted items above all) are kept by their hash. */
const plainId = /^[!-~]{1,100}$/;

/**
 * Asks three, the next one for what the ones before do not know: the memory of this process, the values shared with other processes where they
 * are, what is written down.
 * @param now milliseconds
 */
export function createBindings(keyValue: KeyValue, origins: ResponseOrigins, now: () => number): Bindings {
  /** The oldest first. */
  const known = new Map<string, Binding & { until: number }>();

  function keep(name: string, { userId, channelId, key, tokens }: Binding, until: number): void {
    known.delete(name);
    if (known.size >= bindingsMost) {
      for (const oldest of known.keys()) {
        known.delete(oldest);
        break;
      }
    }
    known.set(name, { userId, channelId, key, ...(tokens !== undefined && { tokens }), until });
  }

  function recall(name: string): Binding | undefined {
    const binding = known.get(name);
    return binding && binding.until > now() ? binding : undefined;
  }

  /** What others say counts only for what this process did not bind meanwhile, and no longer than it is kept. */
  function learn(name: string, binding: Binding, until: number): Binding | undefined {
    const own = recall(name);
    if (own || until <= now()) return own;
    keep(name, binding, until);
    return binding;
  }

  function isTold(name: string, { userId, channelId, key, tokens }: Binding): boolean {
    const last = known.get(name);
    if (tokens !== undefined && last?.tokens !== tokens) return false;
    if (last?.userId !== userId || last.channelId !== channelId || last.key !== key) return false;
    return last.until > now() + lifetime - toldAgain;
  }

  async function askShared(name: string): Promise<Binding | undefined> {
    const answer = await keyValue.get(`bound:${name}`);
    const binding = answer === undefined ? undefined : readBinding(answer);
    return binding && learn(name, binding, now() + lifetime);
  }

  async function ask(names: readonly string[], found: Found): Promise<Found> {
    // Apart from memory, where what is learned may push out what was found.
    const answers = new Map(names.map((name, index) => [name, found[index]]));
    const unknown = (): string[] => [...new Set(names)].filter((name) => !answers.get(name));
    if (keyValue.shared)
      await Promise.all(unknown().map(async (name) => answers.set(name, await askShared(name))));
    const left = unknown();
    if (left.length > 0)
      for (const origin of await origins.find(left))
        answers.set(origin.id, learn(origin.id, origin, origin.createdAt * 1000 + lifetime));
    return names.map((name) => answers.get(name) ?? recall(name));
  }

  return {
    bind(id, binding) {
      const name = nameOf(id);
      if (isTold(name, binding)) return;
      keep(name, binding, now() + lifetime);
      const { userId, channelId, key, tokens } = binding;
      const size = tokens === undefined ? "" : ` ${tokens}`;
      if (keyValue.shared)
        void keyValue.set(`bound:${name}`, `${userId} ${channelId} ${key}${size}`, lifetimeSeconds);
      origins.keep({ id: name, ...binding, createdAt: Math.floor(now() / 1000) });
    },

    find(ids) {
      const names = ids.map(nameOf);
      const found = names.map(recall);
      return found.includes(undefined) ? ask(names, found) : found;
    },
  };
}

function nameOf(id: string): string {
  return plainId.test(id) ? id : createHash("sha256").update(id).digest("base64url");
}

/** Older processes write no tokens. */
function readBinding(text: string): Binding | undefined {
  const found = /^(\d{1,15}) (\d{1,15}) (\d{1,9})(?: (\d{1,9}))?$/.exec(text);
  if (!found) return undefined;
  const [, userId, channelId, key, tokens] = found;
  return {
    userId: Number(userId),
    channelId: Number(channelId),
    key: Number(key),
    ...(tokens !== undefined && { tokens: Number(tokens) }),
  };
}
