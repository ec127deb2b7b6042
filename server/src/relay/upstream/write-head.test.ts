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
  it("says that a POST without a body has none, and nothing of it for GET", () => {
    expect(writeHead("a", request({}), undefined)).toContain("content-length: 0");
    expect(writeHead("a", { ...request({}), method: "GET" }, undefined)).not.toContain("content-length");
  });
  it("lets an operator name another host", () => {
    expect(writeHead("a", request({ host: "b.example" }), undefined)).toContain("host: b.example\r\n");
  });
  it.each(["content-length", "transfer-encoding", "connection", "upgrade", "expect", "te"])(
    "leaves out %s, which is the connection's own",
    (name) => {
      expect(writeHead("a", request({ [name]: "7" }), "x").match(/: 7/)).toBeNull();
    },
  );
  it.each([
    ["a line break", { "x-a": "b\r\nx-evil: 1" }],
    ["a zero byte", { "x-a": "b\0" }],
    ["letters beyond Latin-1", { "x-a": "鍵" }],
    ["a name with a blank", { "x a": "b" }],
    ["a name with a line break", { "x\r\na": "b" }],
    ["a host with a line break", { host: "a\r\nx: 1" }],
  ])("refuses %s in a header", (_name, headers) => {
    expect(() => writeHead("a", request(headers as Record<string, string>), undefined)).toThrow(TypeError);
  });
  it.each(["/a b", "/a\r\nx: 1", "a", "/ä", ""])("refuses the path %j", (path) => {
    expect(() => writeHead("a", request({}, path), undefined)).toThrow(TypeError);
  });
});
