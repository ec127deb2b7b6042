import { gunzipSync } from "node:zlib";
import { login } from "@tollgate/contract/auth";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import { expect, it } from "vitest";
import { createApiDocument } from "./api-document.ts";

const info = { title: "Tollgate", version: "1.2.3" };

it("describes what is registered, in both syntaxes and every encoding, once for all readers", async () => {
  const api = createApiDocument(info);
  api.add(login);
  const [texts, same] = await Promise.all([api.read(), api.read()]);
  expect(same).toBe(texts);
  expect(await api.read()).toBe(texts);
  const document = JSON.parse(texts.json.bodies.identity.toString()) as { info: object; paths: object };
  expect(document.info).toMatchObject(info);
  expect(Object.keys(document.paths)).toEqual([login.path]);
  expect(gunzipSync(texts.json.bodies.gzip)).toEqual(texts.json.bodies.identity);
  expect(texts.yaml.bodies.identity.toString()).toContain(`\n  ${login.path}:\n`);
});

it("names a registered endpoint that the contract does not list, and tries again for the next reader", async () => {
  const api = createApiDocument(info);
  const unlisted: AnyEndpoint = { ...login, path: "/api/nowhere" };
  api.add(unlisted);
  const missing = "API document: POST /api/nowhere is not in contract/src/all-endpoints.ts.";
  const first: unknown = await api.read().catch((error: unknown) => error);
  const second: unknown = await api.read().catch((error: unknown) => error);
  expect(first).toMatchObject({ message: missing });
  expect(second).toMatchObject({ message: missing });
  expect(second).not.toBe(first);
});
