import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { asRoot, type Client, client } from "../support/as-user.ts";
import { aChannel, aLog, aToken, aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

/** Texts with a special meaning behind the console API: names of prototypes, wildcards of LIKE, line ends. */
let running: ControlApp;
let root: Client;
const prototypes = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  const { id } = await aUser(running, { username: "ada", display_name: "Ada" });
  await aToken(running, 1, { name: "plain" });
  await root.post("/api/channel/", aChannel({ name: "plain", tag: "plain" }));
  await aLog(running, id, { username: "ada", token_name: "plain" });
});
afterAll(() => running.stop());

function polluted(): boolean {
  return "polluted" in {} || Object.keys(Object.prototype).length > 0;
}

/** Without names, so that every schema is inlined and not a reference. */
const unnamed = z.registry<object>();

/** Names of a query's fields that are text. */
function textFields(query: z.ZodType): string[] {
  const schema = z.toJSONSchema(query, { unrepresentable: "any", io: "output", metadata: unnamed });
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    typeof field === "object" && field.type === "string" && field.enum === undefined ? [name] : [],
  );
}

const lists = allEndpoints.flatMap(({ endpoint: { method, path, query, file } }) =>
  method === "GET" && query && !file && !path.includes(":") ? [{ path, fields: textFields(query) }] : [],
);
const named = allEndpoints.filter(({ endpoint }) => /:|\*/.test(endpoint.path));

describe("names of prototypes", () => {
  it.each(named.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))(
    "name nothing in the address of %s",
    async (call) => {
      const [method, path] = call.split(" ") as ["GET", string];
      for (const name of prototypes) {
        const answer = await root.call(
          method,
          path.replace(/:\w+|\*/, name),
          method === "GET" ? undefined : {},
        );
        expect([call, name, answer.status >= 400 && answer.status < 500]).toEqual([call, name, true]);
      }
    },
  );

  // Some thousand requests.
  it("are no order, size or filter of a list", { timeout: 60_000 }, async () => {
    expect(lists.length).toBeGreaterThan(10);
    for (const { path, fields } of lists) {
      for (const name of [...fields, "order", "page", "size", "__proto__", "constructor[prototype]"]) {
        for (const value of prototypes) {
          const query = new URLSearchParams([[name, value]]).toString();
          const answer = await root.get(`${path}?${query}`);
          expect([path, query, answer.status < 500]).toEqual([path, query, true]);
        }
      }
    }
    expect(polluted()).toBe(false);
  });

  it("in settings, ratios and the JSON texts of a channel change nothing but their own field", async () => {
    const text = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}';
    const maps = '{"__proto__":"m","constructor":"m"}';
    const tries: [string, string, object][] = [
      ["PUT", "/api/option/", { key: "__proto__", value: text }],
      [
        "PUT",
        "/api/option/",
        {
          key: "ChatLinks",
          value: `[{"__proto__":{"polluted":1},"name":"a","url":"https://a.example","show":true,"sort":1}]`,
        },
      ],
      ["PUT", "/api/option/", { key: "EmailDomainWhitelist", value: text }],
      ["PUT", "/api/option/section/general", { values: { constructor: "x" } }],
      ["PUT", "/api/user_group/ratios", { ratios: { default: 1, vip: 1, svip: 1, constructor: 2 } }],
      [
        "POST",
        "/api/channel/",
        aChannel({ model_mapping: maps, model_headers: maps, custom_parameter: text }),
      ],
      ["POST", "/api/channel/", aChannel({ plugin: { constructor: { prototype: { polluted: "yes" } } } })],
    ];
    for (const [method, path, body] of tries) {
      const answer = await root.call(method as "PUT", path, body);
      expect([path, JSON.stringify(body), answer.status < 500]).toEqual([path, JSON.stringify(body), true]);
    }
    expect(polluted()).toBe(false);
    for (const { path } of lists) expect([path, (await root.get(path)).status < 500]).toEqual([path, true]);
    expect((await root.get<Record<string, number>>("/api/user_group/ratios")).data["constructor"]).toBe(2);
    expect(running.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it("cannot be planted by a raw body, at any depth", async () => {
    const answer = await running.app.inject({
      method: "POST",
      url: "/api/user/register",
      headers: { "content-type": "application/json" },
      payload:
        '{"username":"eve2","password":"a long password","__proto__":{"role":100},"a":{"__proto__":{"polluted":1}}}',
    });
    expect(answer.statusCode).toBe(400);
    expect(polluted()).toBe(false);
  });
});

describe("wildcards of LIKE", () => {
  const flood = "%_".repeat(30);

  it("would be found: the lists are not empty", async () => {
    const answers = await Promise.all(lists.map(({ path }) => root.get<{ data?: unknown[] }>(path)));
    const filled = answers.filter(({ data }) => data && Array.isArray(data.data) && data.data.length > 0);
    expect(filled.length).toBeGreaterThan(6);
  });

  it.each(lists)("are literal in every text filter of $path", async ({ path, fields }) => {
    for (const name of fields.filter((field) => field !== "order")) {
      for (const value of ["%", "_", "\\", "%%%%", flood, "a%", "[a-z]"]) {
        const query = new URLSearchParams([[name, value]]).toString();
        const answer = await root.get<{ data?: unknown[] }>(`${path}?${query}`);
        expect([path, query, answer.status < 500]).toEqual([path, query, true]);
        const rows = answer.data && Array.isArray(answer.data.data) ? answer.data.data : [];
        expect([path, query, rows]).toEqual([path, query, []]);
      }
    }
  });
});

describe("line ends", () => {
  it("in what callers send create no lines in the log", async () => {
    const forged = 'x\r\n{"level":30,"msg":"root signed in"}\u2028\u0085\u001b[2J';
    const lines = running.logLines.length;
    const headers = { "user-agent": "forged\ttext" };
    await client(running, headers).post("/api/user/login", { username: forged, password: forged });
    await client(running).get(`/api/no-such-call/${encodeURIComponent(forged)}`);
    await client(running).get(`/api/reset_password?email=${encodeURIComponent(forged)}`);
    await root.post("/api/channel/", aChannel({ name: forged }));
    running.probe.result = { time: 1, problem: { kind: "server", status: 500, message: forged } };
    await root.get("/api/channel/test/1?model=gpt-4o");
    for (const line of running.logLines.slice(lines)) {
      expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
      expect(() => JSON.parse(line) as unknown).not.toThrow();
    }
    const events = await root.get<{ data: { reason: string }[] }>("/api/channel/1/events");
    // oxlint-disable-next-line no-control-regex -- control characters are what must be gone
    expect(events.data.data[0]?.reason).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it("in what callers send reach no header of a response", async () => {
    for (const path of [
      "/api/status%0d%0aset-cookie:x=1",
      "/api/oauth/github?code=x&state=%0d%0aset-cookie:x=1",
      "/panel/%0d%0aset-cookie:x=1",
    ]) {
      const answer = await running.app.inject({ url: path });
      expect([path, String(answer.headers["set-cookie"] ?? "")]).not.toEqual([
        path,
        expect.stringContaining("x=1"),
      ]);
      expect(JSON.stringify(answer.headers)).not.toContain("\\r\\n");
    }
  });
});
