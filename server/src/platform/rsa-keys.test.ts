import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, it } from "vitest";
import { readPrivateKey, readPublicKey } from "./rsa-keys.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const base64 = (key: KeyObject, type: "pkcs8" | "pkcs1" | "spki") =>
  key.export({ format: "der", type }).toString("base64");
const pem = (key: KeyObject, type: "pkcs8" | "pkcs1" | "spki") =>
  key.export({ format: "pem", type }).toString();

it.each([
  ["PKCS#8 in PEM", pem(privateKey, "pkcs8")],
  ["PKCS#1 in PEM", pem(privateKey, "pkcs1")],
  ["PKCS#8 in base64", base64(privateKey, "pkcs8")],
  ["PKCS#1 in base64", ` ${base64(privateKey, "pkcs1")}\n`],
  ["PEM on one line", pem(privateKey, "pkcs8").replaceAll("\n", " ")],
  ["PEM with escaped line breaks", pem(privateKey, "pkcs1").replaceAll("\n", "\\n")],
])("reads a private key as %s", (_, text) => {
  expect(readPrivateKey(text)?.equals(privateKey)).toBe(true);
});

it.each([
  ["SPKI in PEM", pem(publicKey, "spki")],
  ["PKCS#1 in PEM", pem(publicKey, "pkcs1")],
  ["SPKI in base64", base64(publicKey, "spki")],
  ["PKCS#1 in base64", base64(publicKey, "pkcs1")],
])("reads a public key as %s", (_, text) => {
  expect(readPublicKey(text)?.equals(publicKey)).toBe(true);
});

it("reads no other text, no other kind of key, and neither half of the pair for the other", () => {
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (const text of ["", "a key", "-----BEGIN PRIVATE KEY-----", pem(curve.privateKey, "pkcs8")])
    expect(readPrivateKey(text)).toBeUndefined();
  for (const text of ["", "a key", pem(curve.publicKey, "spki"), pem(privateKey, "pkcs8")])
    expect(readPublicKey(text)).toBeUndefined();
  expect(readPrivateKey(pem(publicKey, "spki"))).toBeUndefined();
});
