import { describe, expect, it } from "vitest";
import { writeHead } from "./write-head.ts";

const request = (headers: Record<string, string>, path = "/v1/chat?x=1") => ({
  method: "POST",
  path,
  headers,
});

describe("writeHead", () => {
  it("writes the request line, the host, the headers and the length in bytes", () => {
    expect(writeHead("api.example:8080", request({ "content-type": "application/json" }), "größe")).toBe(
      "POST /v1/chat?x=1 HTTP/1.1\r\nhost: api.example:8080\r\nconnection: keep-alive\r\n" +
        "content-type: application/json\r\ncontent-length: 7\r\n\r\n",
    );
  });
  it("declares an empty body for POST, and nothing for GET", () => {
    expect(writeHead("a", request({}), undefined)).toContain("content-length: 0");
    expect(writeHead("a", { ...request({}), method: "GET" }, undefined)).not.toContain("content-length");
  });
  it("allows a custom host header", () => {
    expect(writeHead("a", request({ host: "b.example" }), undefined)).toContain("host: b.example\r\n");
  });
  it.each([
    "content-length",
    "transfer-encoding",
    "connection",
    "upgrade",
    "expect",
    "te",
    "Transfer-Encoding",
    "Host",
  ])("omits %s, which belongs to the connection", (name) => {
    expect(writeHead("a", request({ [name]: "7" }), "x").match(/: 7/)).toBeNull();
  });
  it.each([
    ["a line break", { "x-a": "b\r\nx-evil: 1" }],
    ["a zero byte", { "x-a": "b\0" }],
    ["characters outside Latin-1", { "x-a": "鍵" }],
    ["a name with a space", { "x a": "b" }],
    ["a name with a line break", { "x\r\na": "b" }],
    ["a host with a line break", { host: "a\r\nx: 1" }],
  ])("rejects %s in a header", (_name, headers) => {
    expect(() => writeHead("a", request(headers as Record<string, string>), undefined)).toThrow(TypeError);
  });
  it.each(["/a b", "/a\r\nx: 1", "a", "/ä", ""])("rejects the path %j", (path) => {
    expect(() => writeHead("a", request({}, path), undefined)).toThrow(TypeError);
  });
});
