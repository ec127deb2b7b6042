import { describe, expect, it } from "vitest";
import { figureNames, type FigureColumns } from "@tollgate/contract/figures";
import { logAddress, outcomeOfErrors } from "./log-address";

const hour = { start: 3600, end: 7200 };

describe("the address of a figure's calls", () => {
  it("ends a second before the next span begins", () => {
    expect(logAddress(hour)).toBe("/panel/log?log_type=2&range=custom&start=3600&end=7199");
  });

  it.each([
    ["model", "gpt/4 & co", "gpt/4 & co", "model_name=gpt%2F4+%26+co"],
    ["channel", "7", "Azure", "channel_id=7"],
    ["token", "12", "IDE", "token_id=12"],
    ["user", "5", "ada", "username=ada"],
  ] as const)("names the %s as the log filters by it", (by, key, label, expected) => {
    expect(logAddress({ ...hour, of: { by, key, label } })).toContain(expected);
  });

  it("leaves out what the log does not filter by", () => {
    expect(logAddress({ ...hour, of: { by: "owner", key: "3", label: "OpenAI" } })).toBe(logAddress(hour));
    expect(logAddress({ ...hour, of: { by: "model", key: "", label: "" } })).toBe(logAddress(hour));
  });
});

it.each([
  [3, 0, "failed"],
  [0, 2, "cut"],
  [3, 2, undefined],
])("links from %i failed calls and %i cut ones to a list with all of them", (failed, cut, expected) => {
  const none = Object.fromEntries(figureNames.map((name) => [name, [0]])) as FigureColumns;
  expect(outcomeOfErrors({ ...none, failed: [failed], cut: [cut] }, 0)).toBe(expected);
});
