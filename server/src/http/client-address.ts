import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * The caller's address; trusted forwarding headers are already applied to `request.ip`. IPv4 inside IPv6 is written as
 * IPv4.
 */
export function clientAddress(request: FastifyRequest): string {
  return request.ip.replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * What counts as one caller for limits: an IPv4 address, or the 64-bit network of an IPv6 address, which one host owns.
 */
export function limitedNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const [head = "", tail] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const parts = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${parts
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
