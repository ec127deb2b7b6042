import { lookup as lookupBySystem } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import type { AddressRules } from "./address-rules.ts";
import type { Resolve } from "./guarded-fetch.ts";

/** A connection was rejected before it was opened: its host is not public. Contains neither host nor address. */
export class AddressNotPublic extends Error {
  override name = "AddressNotPublic";
  readonly code = addressNotPublic;

  constructor() {
    super("the host is not public");
  }
}

export const addressNotPublic = "ADDRESS_NOT_PUBLIC";

/**
 * Restricts sockets of other clients (`net`, `tls`, undici) to public and exempt hosts, for addresses that are entered
 * today and called later.
 */
export interface ConnectGuard {
  /**
   * For the client's `lookup` option: names resolve to those of their addresses that may be reached, and fail without
   * one.
   */
  lookup: LookupFunction;
  /**
   * For hosts that need no look-up: addresses, and `localhost` with the names below it. Other names pass.
   * @throws AddressNotPublic
   */
  checkHost(host: string): void;
}

/** Like a client without a guard: the machine's hosts file first, then its name servers. */
const resolveBySystem: Resolve = async (hostname) =>
  (await lookupBySystem(hostname, { all: true })).map(({ address }) => address);

/** Each connection resolves its name once, and goes to an address that was checked. */
export function createConnectGuard(rules: AddressRules, resolve: Resolve = resolveBySystem): ConnectGuard {
  async function find(hostname: string): Promise<{ address: string; family: number }[]> {
    const found = (await resolve(hostname)).filter((address) => rules.mayReach(address));
    if (found.length === 0) throw new AddressNotPublic();
    return found.map((address) => ({ address, family: isIP(address) }));
  }

  return {
    lookup(hostname, options, callback) {
      find(hostname).then(
        (found) => {
          if (options.all) callback(null, found);
          else callback(null, found[0]?.address ?? "", found[0]?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
    checkHost(host) {
      const bare = /(?:^|\.)localhost\.?$/i.test(host) ? "127.0.0.1" : host.replace(/^\[|\]$/g, "");
      if (isIP(bare) !== 0 && !rules.mayReach(bare)) throw new AddressNotPublic();
    },
  };
}
