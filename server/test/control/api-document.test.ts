import { gunzipSync } from "node:zlib";
import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callLimitsOf } from "../../src/http/rate-limit.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

interface Operation {
  summary: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
}

interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object; required?: string[] }> };
}

it("describes every endpoint of the contract", async () => {
  const response = await running.app.inject("/api/openapi.json");
  const document = response.json() as ApiDocument;
  expect(document.openapi).toBe("3.1.0");
  for (const { endpoint } of allEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}").replace("*", "{name}");
    expect(document.paths[path]?.[endpoint.method.toLowerCase()]?.summary).toBe(endpoint.summary);
  }
  const list = document.paths["/api/token/"]?.["get"];
  expect(list?.parameters.map((parameter) => [parameter.name, parameter.required])).toEqual([
    ["page", false],
    ["size", false],
    ["order", false],
    ["keyword", false],
    ["status", false],
  ]);
  const create = document.paths["/api/channel/"]?.["post"]?.requestBody?.content["application/json"];
  expect(create?.schema).toEqual({ $ref: "#/components/schemas/ChannelForm" });
  const { schemas } = document.components;
  expect(schemas["ChannelForm"]?.properties).toHaveProperty("model_mapping");
  // A list of names is a text in responses, and a text or an array in bodies.
  expect(schemas["ChannelForm"]?.properties).toMatchObject({
    models: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] },
  });
  const answers = JSON.stringify(document.paths["/api/channel/{id}"]?.["get"]);
  expect(answers).toContain('"#/components/schemas/ChannelResponse"');
  expect(schemas["ChannelResponse"]?.properties).toMatchObject({
    success: { const: true },
    data: { $ref: "#/components/schemas/Channel" },
  });
  expect(schemas["Channel"]?.properties).toMatchObject({ models: { type: "string" } });
  expect(schemas["ListModelPricingResponse"]?.properties).toHaveProperty("group_ratio");
  // The server fills in a default: such a field need not be sent, and is always returned.
  expect(schemas["PriceForm"]?.required).not.toContain("locked");
  expect(schemas["Price"]?.required).toContain("locked");
  expect(document.paths["/api/usage/token"]?.["get"]).toMatchObject({ security: [{ tokenKey: [] }] });
  expect(document.paths["/api/token/{id}"]?.["get"]?.parameters).toMatchObject([
    { name: "id", in: "path", required: true },
  ]);
});

it("shows a reference page whose scripts and styles all come from this server", async () => {
  const page = await running.app.inject("/api/reference");
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
  const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    const url = new URL(address, "http://localhost/api/reference/");
    expect(url.host).toBe("localhost");
    expect([address, (await running.app.inject(url.pathname)).statusCode]).toEqual([address, 200]);
  }
});

describe("a flood of readers of the reference", () => {
  const limited = (url: string, headers: Record<string, string> = {}) =>
    running.app.inject({ url, headers, remoteAddress: "192.0.2.77" });
  const addresses = ["/api/openapi.json", "/api/reference/json", "/api/reference/yaml"];

  beforeAll(async () => {
    await running.stop();
    running = await startControlApp({ callLimits: callLimitsOf(60) });
  });

  it.each(addresses)("gets %s twice alike, with a strong tag that returns 304", async (url) => {
    const first = await limited(url);
    const again = await limited(url);
    expect(again.body === first.body).toBe(true);
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^"[^"]{22}"$/);
    expect(first.headers["cache-control"]).toBe("no-cache");
    for (const known of [tag, `W/"other", ${tag}`]) {
      const unchanged = await limited(url, { "if-none-match": known });
      expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
    }
    expect((await limited(url, { "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  it("gets it compressed, with a separate tag", async () => {
    const [plain, packed] = [
      await limited(addresses[0]!),
      await limited(addresses[0]!, { "accept-encoding": "gzip" }),
    ];
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.headers["etag"]).not.toBe(plain.headers["etag"]);
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  });

  it.each([...addresses, "/api/reference", "/api/reference/static/swagger-ui.css"])(
    "is stopped at %s by the limit of all requests to the API",
    async (url) => {
      let calls = 0;
      while ((await limited("/api/status")).statusCode === 200 && calls < 60) calls += 1;
      const rejected = await limited(url);
      expect(rejected.statusCode).toBe(429);
      expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
      running.clock.advance(400);
      for (let read = 0; read < 60; read += 1) expect((await limited(url)).statusCode).toBeLessThan(400);
      expect((await limited("/api/status")).statusCode).toBe(429);
      running.clock.advance(400);
    },
  );
});
