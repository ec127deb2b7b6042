import { createHash } from "node:crypto";
import type { KeyValue } from "../../platform/key-value/key-value.ts";
import type { RouteTarget } from "./affinity.ts";

/**
 * Which channel and key made a state that only they have (`RequestHead.boundTo`: ids of responses, encrypted items). Unlike an
 * affinity this is no hint: elsewhere the call fails. Ids are kept per user, so nobody reaches another user's by guessing.
 */
export interface Bindings {
  bind(userId: number, id: string, target: RouteTarget): void;
  /** Where the first known of the ids was made. A promise only where other instances are asked. */
  find(userId: number, ids: readonly string[]): RouteTarget | undefined | Promise<RouteTarget | undefined>;
}

/** As long as OpenAI keeps a response. */
const lifetimeSeconds = 30 * 24 * 3600;
const bindingsMost = 100_000;
/** Longer ids (encrypted items) are kept by their hash. */
const plainLength = 100;
/** A request may name many items of one conversation; they were made at one place. */
const idsAsked = 20;

/** @param now milliseconds */
export function createBindings(keyValue: KeyValue, now: () => number): Bindings {
  /** The oldest first. */
  const known = new Map<string, RouteTarget & { until: number }>();

  function keep(name: string, { channelId, key }: RouteTarget): void {
    known.delete(name);
    if (known.size >= bindingsMost) {
      for (const oldest of known.keys()) {
        known.delete(oldest);
        break;
      }
    }
    known.set(name, { channelId, key, until: now() + lifetimeSeconds * 1000 });
  }

  async function ask(names: string[]): Promise<RouteTarget | undefined> {
    const answers = await Promise.all(names.map((name) => keyValue.get(`bound:${name}`)));
    for (const [index, answer] of answers.entries()) {
      const target = answer === undefined ? undefined : readTarget(answer);
      if (target) keep(names[index] ?? "", target);
      if (target) return target;
    }
    return undefined;
  }

  return {
    bind(userId, id, target) {
      const name = nameOf(userId, id);
      keep(name, target);
      if (keyValue.shared) {
        void keyValue.set(`bound:${name}`, `${target.channelId} ${target.key}`, lifetimeSeconds);
      }
    },

    find(userId, ids) {
      const names = ids.slice(-idsAsked).map((id) => nameOf(userId, id));
      for (const name of names) {
        const target = known.get(name);
        if (target && target.until > now()) return { channelId: target.channelId, key: target.key };
      }
      return keyValue.shared && names.length > 0 ? ask(names) : undefined;
    },
  };
}

function nameOf(userId: number, id: string): string {
  const short = id.length <= plainLength ? id : createHash("sha256").update(id).digest("base64url");
  return `${userId}:${short}`;
}

function readTarget(text: string): RouteTarget | undefined {
  const found = /^(\d{1,15}) (\d{1,9})$/.exec(text);
  return found ? { channelId: Number(found[1]), key: Number(found[2]) } : undefined;
}
