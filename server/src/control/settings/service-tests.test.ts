import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceTest } from "@tollgate/contract/setting-endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asRoot, type Client } from "../../../test/support/as-user.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let server: Server;
let service: string;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let requests: { url: string; body: string; authorization: string | undefined }[];
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      requests.push({ url: request.url ?? "", body, authorization: request.headers.authorization });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await running.stop();
});
beforeEach(() => (requests = []));

const send = (name: string, values: Record<string, unknown>) =>
  root.post<ServiceTest>(`/api/option/test/${name}`, { values });
const reports = (status: number, body: unknown) => {
  answer = (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
};

describe("the test of an OIDC issuer", () => {
  const document = () => ({
    issuer: service,
    authorization_endpoint: `${service}/authorize`,
    token_endpoint: `${service}/token`,
    scopes_supported: ["openid", "email"],
    surprise: { deep: true },
  });

  it("shows the endpoints of its discovery", async () => {
    reports(200, document());
    const { data } = await send("oidc", { OIDCIssuer: `${service}/` });
    expect(data).toEqual({
      fault: null,
      status: 200,
      facts: {
        issuer: service,
        authorization_endpoint: `${service}/authorize`,
        token_endpoint: `${service}/token`,
        scopes_supported: "openid email",
      },
    });
    expect(requests.map((one) => one.url)).toEqual(["/.well-known/openid-configuration"]);
  });

  it.each<[string, number, unknown, string]>([
    [
      "another issuer's document",
      200,
      { issuer: "https://x", authorization_endpoint: "a", token_endpoint: "t" },
      "other_issuer",
    ],
    ["a page", 200, "<html>", "bad_answer"],
    ["half a document", 200, { issuer: "https://x" }, "bad_answer"],
    ["a failure", 503, {}, "bad_status"],
    ["a way elsewhere", 302, {}, "bad_status"],
    ["an endless response", 200, `"${"x".repeat(300_000)}"`, "bad_answer"],
  ])("reports what is wrong with %s", async (_name, status, body, fault) => {
    reports(status, body);
    expect((await send("oidc", { OIDCIssuer: service })).data).toMatchObject({ fault, status });
  });

  it("reports an unreachable server, and calls none without an address", async () => {
    expect((await send("oidc", { OIDCIssuer: "http://127.0.0.1:1" })).data.fault).toBe("unreachable");
    const empty = await send("oidc", {});
    expect(empty.body.fields?.[0]).toMatchObject({
      path: "values.OIDCIssuer",
      code: "setting.needed_for_test",
    });
    expect((await send("oidc", { OIDCIssuer: "file:///etc/passwd" })).body.fields?.[0]?.code).toBe(
      "setting.not_a_web_address",
    );
  });
});

describe("the test of credentials", () => {
  it("distinguishes a wrong secret of Turnstile from a correct one", async () => {
    const values = () => ({ TurnstileAddress: service, TurnstileSecretKey: "s" });
    reports(200, { success: false, "error-codes": ["invalid-input-response"] });
    expect((await send("turnstile", values())).data.fault).toBeNull();
    expect(requests[0]).toMatchObject({ url: "/turnstile/v0/siteverify" });
    expect(new URLSearchParams(requests[0]?.body).get("secret")).toBe("s");
    reports(400, { success: false, "error-codes": ["invalid-input-secret"] });
    expect((await send("turnstile", values())).data.fault).toBe("wrong_credentials");
    reports(500, "oops");
    expect((await send("turnstile", values())).data.fault).toBe("bad_status");
  });

  it.each<[number, string | null]>([
    [404, null],
    [422, null],
    [401, "wrong_credentials"],
    [500, "bad_status"],
  ])("reads GitHub's status %d", async (status, fault) => {
    reports(status, {});
    const values = { GitHubApiAddress: service, GitHubClientId: "Iv1.a", GitHubClientSecret: "s" };
    expect((await send("github", values)).data.fault).toBe(fault);
    expect(requests[0]).toMatchObject({ url: "/applications/Iv1.a/token" });
    expect(requests[0]?.authorization).toBe(`Basic ${Buffer.from("Iv1.a:s").toString("base64")}`);
  });

  it("reads Lark's code and the bridge's rejection", async () => {
    const lark = () => ({ LarkAddress: service, LarkClientId: "i", LarkClientSecret: "s" });
    reports(200, { code: 0, msg: "ok" });
    expect((await send("lark", lark())).data.fault).toBeNull();
    reports(200, { code: 10014, msg: "app secret invalid" });
    expect((await send("lark", lark())).data.fault).toBe("wrong_credentials");
    const bridge = () => ({ WeChatServerAddress: service, WeChatServerToken: "t" });
    reports(200, { success: true, message: "", data: "" });
    expect((await send("wechat", bridge())).data.fault).toBeNull();
    expect(requests.at(-1)?.authorization).toBe("t");
    reports(403, { success: false });
    expect((await send("wechat", bridge())).data.fault).toBe("wrong_credentials");
  });

  it("sends a stored secret to the stored address alone", async () => {
    reports(404, {});
    const stored = { GitHubClientId: "i", GitHubClientSecret: "kept", GitHubApiAddress: service };
    await root.put("/api/option/section/github", { values: stored });
    expect((await send("github", {})).data.fault).toBeNull();
    const elsewhere = await send("github", {
      GitHubApiAddress: "http://127.0.0.1:2",
      GitHubClientSecret: "",
    });
    expect(elsewhere.body.fields?.[0]).toMatchObject({
      path: "values.GitHubClientSecret",
      code: "setting.secret_for_new_address",
    });
    expect(requests).toHaveLength(1);
  });
});
