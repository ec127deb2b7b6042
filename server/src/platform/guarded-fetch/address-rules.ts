import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Which addresses a fetch may reach whose URL a user can influence (EGRESS_ALLOW). */
export interface AddressRules {
  /** Public, or exempt. Text that is no address is neither. */
  mayReach(address: string): boolean;
  /** Configured: may be private, at any port. */
  isExempt(address: string): boolean;
}

/** The whole public IPv6 range that is assigned so far. */
const publicVersion6: Range = ipaddr.parseCIDR("2000::/3");
/** Public by its number, but served by the machine's own host (Azure's platform services). */
const hostServices: readonly Range[] = [ipaddr.parseCIDR("168.63.129.16/32")];

/**
 * @param allowed addresses and CIDR ranges, IPv4 or IPv6
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
 * Global unicast and nothing else. Every form that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo) is rejected
 * without reading it: no public host needs it.
 */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv6" && !matches(address, publicVersion6)) return false;
  return !hostServices.some((range) => matches(address, range));
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Only the dotted decimal form counts as IPv4 here; a form that only some systems parse as an address does not.
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
