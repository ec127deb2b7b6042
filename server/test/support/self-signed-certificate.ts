import { type KeyObject, sign } from "node:crypto";

/**
 * An X.509 certificate of an RSA key, signed by that key. Node reads certificates but cannot write them, so this writes
 * the necessary DER.
 */
export function selfSignedCertificate(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  { serial, notAfter }: { serial: string; notAfter: Date },
): string {
  const name = sequence(set(sequence(oid("550403"), der(0x0c, Buffer.from("Tenpay.com sign")))));
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from(serial, "hex")),
    sha256WithRsa,
    name,
    sequence(time(new Date("2020-01-01T00:00:00Z")), time(notAfter)),
    name,
    publicKey.export({ format: "der", type: "spki" }),
  );
  const signature = sign("RSA-SHA256", body, privateKey);
  const certificate = sequence(body, sha256WithRsa, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** One value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const length = content.length;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => der(0x31, Buffer.concat(parts));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, "")));

/** A first bit of 1 would make it negative. */
function integer(bytes: Buffer): Buffer {
  return der(0x02, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

const sha256WithRsa = sequence(oid("2a864886f70d01010b"), der(0x05, Buffer.alloc(0)));
