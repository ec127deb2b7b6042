import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** Which share is used up: the owner's, or that of the whole process. */
export type Shortage = "owner" | "process";

/** Bytes that one request retains. Everything acquired is released by `close`, at the latest. */
export interface MemoryAccount {
  /** Counts `bytes` more, or returns why they do not fit; then nothing is counted. After `close` nothing is counted. */
  acquire(bytes: number): Shortage | undefined;
  release(bytes: number): void;
  /** Releases all of it. The account is not used afterwards. */
  close(): void;
}

/** For a request whose caller is not known yet: nothing of it is retained. */
export const noAccount: MemoryAccount = { acquire: () => undefined, release() {}, close() {} };

/**
 * Counts the bytes that requests retain: bodies, responses that are read whole, writes that a caller has not read. One
 * owner (a user, or an address for requests without one) has a share of the total, so that no owner uses up the memory
 * of the others.
 */
export interface MemoryBudget {
  /** Bytes acquired by all owners. */
  readonly used: number;
  readonly total: number;
  open(owner: number | string): MemoryAccount;
}

interface Owner {
  used: number;
  /** Open accounts that refer to it. */
  accounts: number;
}

/** Owners without any bytes are forgotten beyond this number; checking each time would cost every request. */
const ownersMost = 1024;

/**
 * An owner's only request may exceed the share: other limits bound a single request, and on a small machine a share is
 * less than one body.
 * @param total bytes
 * @param share bytes of one owner
 */
export function createMemoryBudget(total: number, share = Math.floor(total / 10)): MemoryBudget {
  const owners = new Map<number | string, Owner>();
  let used = 0;

  function ownerOf(id: number | string): Owner {
    let owner = owners.get(id);
    if (owner) return owner;
    if (owners.size >= ownersMost) {
      for (const [known, { accounts }] of owners) if (accounts === 0) owners.delete(known);
    }
    owners.set(id, (owner = { used: 0, accounts: 0 }));
    return owner;
  }

  class Account implements MemoryAccount {
    readonly #id: number | string;
    #owner: Owner | undefined;
    #used = 0;
    #closed = false;

    constructor(id: number | string) {
      this.#id = id;
    }

    acquire(bytes: number): Shortage | undefined {
      if (this.#closed) return undefined;
      if (used + bytes > total) return "process";
      const owner = (this.#owner ??= this.#enter());
      const others = owner.used - this.#used;
      if (others > 0 && owner.used + bytes > share) return "owner";
      this.#count(owner, bytes);
      return undefined;
    }

    #enter(): Owner {
      const owner = ownerOf(this.#id);
      owner.accounts += 1;
      return owner;
    }

    release(bytes: number): void {
      if (this.#owner) this.#count(this.#owner, -Math.min(bytes, this.#used));
    }

    #count(owner: Owner, bytes: number): void {
      this.#used += bytes;
      owner.used += bytes;
      used += bytes;
    }

    close(): void {
      this.#closed = true;
      if (!this.#owner) return;
      this.release(this.#used);
      this.#owner.accounts -= 1;
      this.#owner = undefined;
    }
  }

  return {
    get used() {
      return used;
    },
    total,
    open: (owner) => new Account(owner),
  };
}

/**
 * Bytes that this process may fill: the limit of its heap, which Node derives from the machine or container, or its
 * part of the memory if that is less. Buffers lie outside the heap, but a process that fills as much again with them is
 * near the end of its memory.
 * @param processes how many share the machine
 */
export function availableMemory(processes: number): number {
  const constrained = process.constrainedMemory();
  const machine = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(getHeapStatistics().heap_size_limit, Math.floor(machine / processes));
}
