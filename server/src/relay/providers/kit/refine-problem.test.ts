import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import type { UpstreamRequest } from "../provider.ts";
import { isSwitchedOn } from "./is-switched-on.ts";
import { nameDropped } from "./name-dropped.ts";
import { codeText, refineProblem } from "./refine-problem.ts";

describe("refineProblem", () => {
  const problem = (code?: string): UpstreamProblem => ({
    kind: "server",
    status: 200,
    message: "m",
    ...(code !== undefined && { code }),
  });
  const kinds = [
    [/^1\d$/, "rate"],
    [/^1/, "auth"],
  ] as const;

  it("sets the kind of the first matching code, and keeps it otherwise", () => {
    expect(refineProblem(problem("12"), kinds).kind).toBe("rate");
    expect(refineProblem(problem("123"), kinds).kind).toBe("auth");
    expect(refineProblem(problem("9"), kinds)).toEqual(problem("9"));
    expect(refineProblem(problem(), kinds)).toEqual(problem());
  });

  it("converts codes of any type to text", () => {
    expect([18, "x", null, {}, undefined].map(codeText)).toEqual(["18", "x", "", "", ""]);
  });
});

describe("isSwitchedOn", () => {
  it("accepts true and its text only", () => {
    const on = (value: unknown) =>
      isSwitchedOn(aChannelView({ plugin: { protocol: { legacy: value } } }), "protocol", "legacy");
    expect([true, "true", false, "false", 1, null, undefined].map(on)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(isSwitchedOn(aChannelView(), "protocol", "legacy")).toBe(false);
  });
});

describe("nameDropped", () => {
  it("names each field once and in header-safe characters", () => {
    const request: UpstreamRequest = { method: "POST", url: "", headers: {} };
    expect(nameDropped(request, ["a", "a", "b\r\nc: d", "x".repeat(200)]).dropped).toEqual([
      "a",
      "b??c??d",
      "x".repeat(80),
    ]);
    expect(nameDropped({ method: "POST", url: "", headers: {} }, [])).not.toHaveProperty("dropped");
  });
});
