import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { provider } from "./index.ts";
import { signUrl } from "./sign-url.ts";
import { findSparkModel } from "./spark-models.ts";

const channel = aChannelView({
  baseUrl: "https://spark-api-open.xf-yun.com",
  key: "app1|secret|key",
  plugin: { protocol: { legacy: true } },
});
const build = (call: ChatCall, other = "") => provider.chat!.buildRequest(call, { ...channel, other });

describe("signUrl", () => {
  it("reproduces the URL of the vendor's published example", () => {
    const key = {
      apiKey: "addd2272b6d8b7c8abdd79531420ca3b",
      apiSecret: "MjlmNzkzNmZkMDQ2OTc0ZDdmNGE2ZTZi",
    };
    const url = new URL(
      signUrl("wss://spark-api.xf-yun.com/v1.1/chat", key, Date.parse("Fri, 05 May 2023 10:43:39 GMT")),
    );
    expect(url.searchParams.get("host")).toBe("spark-api.xf-yun.com");
    expect(url.searchParams.get("date")).toBe("Fri, 05 May 2023 10:43:39 GMT");
    expect(Buffer.from(url.searchParams.get("authorization") ?? "", "base64").toString("utf8")).toBe(
      'api_key="addd2272b6d8b7c8abdd79531420ca3b", algorithm="hmac-sha256", ' +
        'headers="host date request-line", signature="z5gHdu3pxVV4ADMyk467wOWDQ9q6BQzR3nfMTjc/DaQ="',
    );
  });
});

describe("findSparkModel", () => {
  it.each([
    ["SparkDesk-v1.1", "", "general", "/v1.1/chat"],
    ["SparkDesk-v2.1", "", "generalv2", "/v2.1/chat"],
    ["SparkDesk-v3.1", "", "generalv3", "/v3.1/chat"],
    ["SparkDesk-v3.5", "v1.1", "generalv3.5", "/v3.5/chat"],
    ["SparkDesk", "v4.0", "4.0Ultra", "/v4.0/chat"],
    ["SparkDesk", "", "general", "/v1.1/chat"],
    ["generalv3.5", "", "generalv3.5", "/v3.5/chat"],
    ["lite", "", "lite", "/v1.1/chat"],
    ["max-32k", "", "max-32k", "/chat/max-32k"],
  ])("finds %s of a channel with %j as %s at %s", (model, other, domain, path) => {
    expect(findSparkModel(model, other)).toEqual({ domain, path });
  });
});

describe("xunfei, websocket", () => {
  it("opens a signed socket and sends everything in one message", () => {
    const call = aChatCall({
      model: "SparkDesk-v3.5",
      stream: true,
      temperature: 0,
      topK: 40,
      maxOutputTokens: 9,
      endUser: "u1",
      seed: 1,
      tools: [{ name: "f", parameters: { type: "object" } }],
    });
    const request = build(call);
    expect(request.headers).toEqual({ accept: "text/event-stream" });
    expect(JSON.parse(String(request.body))).toEqual({
      header: { app_id: "app1", uid: "u1" },
      parameter: { chat: { domain: "generalv3.5", temperature: 0.01, top_k: 6, max_tokens: 9 } },
      payload: {
        message: { text: [{ role: "user", content: "Hello" }] },
        functions: { text: [{ name: "f", parameters: { type: "object" } }] },
      },
    });
    expect(request.dropped).toEqual(["seed"]);
    request.sign?.(request, Date.parse("Fri, 05 May 2023 10:43:39 GMT"));
    expect(request.url).toMatch(/^wss:\/\/spark-api\.xf-yun\.com\/v3\.5\/chat\?authorization=/);
    expect(build(aChatCall({ model: "SparkDesk" }), "v4.0").url).toContain("/v4.0/chat");
  });

  it("is not used for a key that is a password", () => {
    const request = provider.chat!.buildRequest(aChatCall(), { ...channel, key: "password" });
    expect(request.url).toMatch(/^https:/);
  });

  const message = (seq: number, status: number, text: object, usage?: object) => ({
    header: { code: 0, message: "Success", sid: "cht1", status },
    payload: {
      choices: { status, seq, text: [{ role: "assistant", index: 0, ...text }] },
      ...(usage && { usage: { text: usage } }),
    },
  });
  const usage = { question_tokens: 4, prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 };
  const messages = [
    message(0, 0, { reasoning_content: "hm", content: "" }),
    message(1, 1, { content: "Hel" }),
    message(2, 2, { content: "lo" }, usage),
  ];
  const expected = {
    id: "cht1",
    text: "Hello",
    reasoning: "hm",
    stop: "stop",
    ended: true,
    usage: { input: 5, output: 9 },
  };
  const read = (list: unknown[]) => {
    const reader = provider.chat!.streamReader(aChatCall({ stream: true }));
    return list.flatMap((data) => reader.read({ event: "", data: JSON.stringify(data) }));
  };

  it("reads the messages one by one, or all of them together", () => {
    expect(collectParts(read(messages))).toMatchObject(expected);
    expect(collectResult(provider.chat!.readResponse({ messages }, aChatCall()))).toMatchObject(expected);
  });

  it("reads function calls", () => {
    const call = message(0, 2, { content: "", function_call: { name: "f", arguments: "{}" } }, usage);
    const expected = { stop: "tool-calls", tools: [{ name: "f", arguments: "{}" }] };
    expect(collectParts(read([call]))).toMatchObject(expected);
    expect(collectResult(provider.chat!.readResponse({ messages: [call] }, aChatCall()))).toMatchObject(
      expected,
    );
  });

  it("rejects an answer that broke off, or is empty", () => {
    const cut = collectParts(read(messages.slice(0, 2)));
    expect(cut).toMatchObject({ stop: undefined, ended: false });
    expect(() => provider.chat!.readResponse({ messages: messages.slice(0, 2) }, aChatCall())).toThrow(
      "broke off",
    );
    const refusal = { header: { code: 11202, message: "AppIdQpsOverFlowError", sid: "s", status: 2 } };
    expect(read([refusal])).toMatchObject([
      { type: "problem", problem: { kind: "overload", code: "11202" } },
    ]);
    expect(() => provider.chat!.readResponse({ messages: [refusal] }, aChatCall())).toThrow(
      "AppIdQpsOverFlowError",
    );
  });
});
