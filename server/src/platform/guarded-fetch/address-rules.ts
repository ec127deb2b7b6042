import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Which addresses a fetch may reach that a user had a say in (EGRESS_ALLOW, security rules 1.4.1). */
export interface AddressRules {
  /** Public, or exempt. Text that is no address is neither. */
  mayReach(address: string): boolean;
  /** Named by the operator: may be private, at any port. */
  isExempt(address: string): boolean;
}

/** All that is assigned to the public of version 6 so far. */
const publicVersion6: Range = ipaddr.parseCIDR("2000::/3");
/** Public by its number, but answered by the machine's own host (Azure's platform services). */
const hostServices: readonly Range[] = [ipaddr.parseCIDR("168.63.129.16/32")];

/**
 * @param allowed addresses and CIDR ranges, version 4 or 6
 * @throws Error naming an entry that is neither
 */
export function createAddressRules(allowed: readonly string[]): AddressRules {
  const exempt = allowed.map(readRange);
  const rules: AddressRules = {
    mayReach(text) {
      const address = parse(text);
      return address !== undefined && (rules.isExempt(text) || isPublic(address));
    },
    isExempt(text) {
      const address = parse(text);
      return address !== undefined && exempt.some((range) => matches(address, range));
    },
  };
  return rules;
}

/**
 * Global unicast and nothing else. Everything that wraps an address of version 4 (mapped, NAT64, 6to4, Teredo) is refused
 * without looking at what it wraps: no public host needs it.
 */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv6" && !matches(address, publicVersion6)) return false;
  return !hostServices.some((range) => matches(address, range));
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Only the four-part decimal form is version 4 here; whatever else a system may read as an address is none.
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
    ? ipaddr.parse(text)
    : undefined;
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function readRange(text: string): Range {
  const [address = "", bits, more] = text.split("/");
  const base = parse(address);
  const most = base?.kind() === "ipv6" ? 128 : 32;
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!base || more !== undefined || !(length <= most)) {
    throw new Error(`"${text}" is neither an address nor a CIDR range`);
  }
  return [base, length];
}
