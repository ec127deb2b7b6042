import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAddressRules } from "./address-rules.ts";

const rules = createAddressRules([]);

describe("mayReach", () => {
  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.215.14",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "2a00:1450:4001::1",
  ])("allows the public address %s", (address) => expect(rules.mayReach(address)).toBe(true));

  it.each([
    ["this host", "0.0.0.0", "0.1.2.3", "::"],
    ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
    [
      "private networks",
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
      "fc00::1",
      "fd12::1",
      "fec0::1",
    ],
    ["carrier-grade NAT, Alibaba's metadata", "100.64.0.1", "100.100.100.200", "100.127.255.255"],
    [
      "link-local, the clouds' metadata",
      "169.254.169.254",
      "169.254.170.2",
      "fe80::1",
      "fe80::1%eth0",
      "fd00:ec2::254",
    ],
    ["the services of the machine's own host", "168.63.129.16"],
    ["protocol assignments, Oracle's metadata", "192.0.0.1", "192.0.0.192"],
    [
      "documentation and benchmarks",
      "192.0.2.1",
      "198.18.0.1",
      "198.51.100.1",
      "203.0.113.1",
      "2001:db8::1",
      "3fff::1",
    ],
    ["multicast and broadcast", "224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
    ["reserved", "240.0.0.1", "192.88.99.1", "100::1", "2001:20::1", "5f00::1", "4000::1", "e000::1"],
    [
      "version 4 in version 6: mapped",
      "::ffff:127.0.0.1",
      "::ffff:a9fe:a9fe",
      "::ffff:8.8.8.8",
      "::127.0.0.1",
    ],
    [
      "version 4 in version 6: translated",
      "64:ff9b::a00:1",
      "64:ff9b::808:808",
      "64:ff9b:1::a00:1",
      "::ffff:0:10.0.0.1",
    ],
    [
      "version 4 in version 6: 6to4 and Teredo",
      "2002:7f00:1::",
      "2002:a00:1::1",
      "2001::1",
      "2001:0:a00:1::",
    ],
    [
      "what is no address",
      "",
      "localhost",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "8.8.8.8/24",
      "8.8.8.8 ",
    ],
  ])("rejects %s", (_, ...addresses) => {
    for (const address of addresses) expect([address, rules.mayReach(address)]).toEqual([address, false]);
  });

  it("rejects every IPv4 address in any IPv6 form", () => {
    const byte = fc.nat({ max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
        const plain = bytes.join(".");
        const hex = Buffer.from(bytes).toString("hex");
        const wrapped = `${hex.slice(0, 4)}:${hex.slice(4)}`;
        for (const prefix of ["::ffff:", "::", "64:ff9b::", "::ffff:0:"]) {
          expect(rules.mayReach(`${prefix}${plain}`)).toBe(false);
        }
        expect(rules.mayReach(`2002:${wrapped}::1`)).toBe(false);
        expect(rules.mayReach(`2001:0:${wrapped}::1`)).toBe(false);
      }),
    );
  });
});

describe("the configured exemptions", () => {
  const exempting = createAddressRules(["10.1.0.0/16", "192.168.1.5", "fd00:1::/32"]);

  it("allow the ranges that are named, and no more", () => {
    for (const address of ["10.1.2.3", "192.168.1.5", "fd00:1::7", "8.8.8.8"]) {
      expect(exempting.mayReach(address)).toBe(true);
    }
    for (const address of ["10.2.0.1", "192.168.1.6", "fd00:2::7", "127.0.0.1", "::ffff:10.1.2.3"]) {
      expect(exempting.mayReach(address)).toBe(false);
    }
    expect(exempting.isExempt("10.1.2.3")).toBe(true);
    expect(exempting.isExempt("8.8.8.8")).toBe(false);
  });

  it.each(["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "fd00::/129", "localhost", "", "10.1", "10.0.0.0/8/8"])(
    "reject the entry %j",
    (entry) => expect(() => createAddressRules([entry])).toThrow("neither an address nor a CIDR range"),
  );
});
