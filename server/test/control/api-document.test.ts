import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

interface Operation {
  summary: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
}

it("describes every endpoint of the contract", async () => {
  const response = await running.app.inject("/api/openapi.json");
  const document = response.json() as { openapi: string; paths: Record<string, Record<string, Operation>> };
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
  expect(create?.schema.properties).toHaveProperty("model_mapping");
  expect(document.paths["/api/token/{id}"]?.["get"]?.parameters).toMatchObject([
    { name: "id", in: "path", required: true },
  ]);
});

it("shows a reference page whose scripts and styles all come from here", async () => {
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
