import { createHash } from "node:crypto";
import type { KeyValue } from "../../platform/key-value/key-value.ts";
import type { ResponseOrigins } from "../ports.ts";
import type { RouteTarget } from "../exchange.ts";

/** The owner of a state, and the channel and key that have it. */
export interface Binding extends RouteTarget {
  userId: number;
  /** Prompt and response tokens of a stored response; absent if unknown, and for its items. */
  tokens?: number;
}

/**
 * The response origins: channel and key of states that only they have, and the user they belong to
 * (`RequestHead.boundTo`: ids of responses and their items, encrypted reasoning).
 * Unlike an affinity this is not a hint: another channel fails the call, and users who share an account must not see
 * each other's states. Vendors' ids are unique; the last write of a repeated id wins.
 */
export interface Bindings {
  bind(id: string, binding: Binding): void;
  /** One result per id. A promise only if memory lacks one of them. */
  find(ids: readonly string[]): Found | Promise<Found>;
}

export type Found = readonly (Binding | undefined)[];

/** OpenAI stores a response for as long. */
const lifetimeSeconds = 30 * 24 * 3600;
const lifetime = lifetimeSeconds * 1000;
const bindingsMost = 100_000;
/** A stream repeats the ids of its response and items: a recent publication is not repeated. */
const republishMilliseconds = 3600 * 1000;
/** Other ids (mostly encrypted items) are stored by their hash. */
const plainId = /^[!-~]{1,100}$/;

/**
 * Queries three stores, each for the ids that the previous ones lack: this process's memory, the shared values if
 * configured, the database.
 * @param now milliseconds
 */
export function createBindings(keyValue: KeyValue, origins: ResponseOrigins, now: () => number): Bindings {
  /** Oldest first. */
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

  function lookUp(name: string): Binding | undefined {
    const binding = known.get(name);
    return binding && binding.until > now() ? binding : undefined;
  }

  /**
   * Values of other processes are used only if this process bound nothing in the meantime, and only for the retention
   * time.
   */
  function learn(name: string, binding: Binding, until: number): Binding | undefined {
    const own = lookUp(name);
    if (own || until <= now()) return own;
    keep(name, binding, until);
    return binding;
  }

  function isPublished(name: string, { userId, channelId, key, tokens }: Binding): boolean {
    const last = known.get(name);
    if (tokens !== undefined && last?.tokens !== tokens) return false;
    if (last?.userId !== userId || last.channelId !== channelId || last.key !== key) return false;
    return last.until > now() + lifetime - republishMilliseconds;
  }

  async function queryShared(name: string): Promise<Binding | undefined> {
    const answer = await keyValue.get(`bound:${name}`);
    const binding = answer === undefined ? undefined : readBinding(answer);
    return binding && learn(name, binding, now() + lifetime);
  }

  async function send(names: readonly string[], found: Found): Promise<Found> {
    // Separate from memory, where learned ids may evict found ones.
    const answers = new Map(names.map((name, index) => [name, found[index]]));
    const unknown = (): string[] => [...new Set(names)].filter((name) => !answers.get(name));
    if (keyValue.shared)
      await Promise.all(unknown().map(async (name) => answers.set(name, await queryShared(name))));
    const left = unknown();
    if (left.length > 0)
      for (const origin of await origins.find(left))
        answers.set(origin.id, learn(origin.id, origin, origin.createdAt * 1000 + lifetime));
    return names.map((name) => answers.get(name) ?? lookUp(name));
  }

  return {
    bind(id, binding) {
      const name = nameOf(id);
      if (isPublished(name, binding)) return;
      keep(name, binding, now() + lifetime);
      const { userId, channelId, key, tokens } = binding;
      const size = tokens === undefined ? "" : ` ${tokens}`;
      if (keyValue.shared)
        void keyValue.set(`bound:${name}`, `${userId} ${channelId} ${key}${size}`, lifetimeSeconds);
      origins.keep({ id: name, ...binding, createdAt: Math.floor(now() / 1000) });
    },

    find(ids) {
      const names = ids.map(nameOf);
      const found = names.map(lookUp);
      return found.includes(undefined) ? send(names, found) : found;
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
