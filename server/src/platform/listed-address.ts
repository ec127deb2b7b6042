import { BlockList, isIPv6 } from "node:net";

const lists = new WeakMap<readonly string[], BlockList>();

/** True if one of `ranges` (addresses and CIDR ranges) contains the address. Each array is parsed once. */
export function isListed(address: string, ranges: readonly string[]): boolean {
  let list = lists.get(ranges);
  if (!list) lists.set(ranges, (list = buildList(ranges)));
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

function buildList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
