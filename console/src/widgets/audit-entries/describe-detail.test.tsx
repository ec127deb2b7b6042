import { beforeAll, describe, expect, it } from "vitest";
import { loadWidgetTexts, registerTexts } from "../../app/texts";
import { changeLanguage, startI18n } from "../../lib/i18n/i18n";
import { describeDetail } from "./describe-detail";

const context = {
  format: { quotaPerUnit: 500_000, displayInCurrency: true },
  providers: new Map([[14, { label: "Anthropic" }]]),
};
beforeAll(async () => {
  await startI18n();
  await changeLanguage("en_US");
  registerTexts([]);
  await loadWidgetTexts();
});

/** `name: before → value` of each line. */
function linesOf(target_type: string, detail: Record<string, unknown>): string[] {
  return describeDetail({ target_type, detail }, context).map(
    ({ name, before, value }) => `${name}: ${before === undefined ? "" : `${before} → `}${value}`,
  );
}

describe("the detail of an entry", () => {
  it("describes providers, states, lists and secrets of a channel", () => {
    const lines = linesOf("channel", {
      type: [14, 1000],
      status: [1, 3],
      models: { added: ["gpt-5"], removed: ["gpt-4"] },
      key: "replaced",
      proxy: "changed",
      only_chat: [0, 1],
    });
    expect(lines).toEqual([
      "Provider: Anthropic → Provider 1000",
      "Status: Enabled → Auto-disabled",
      "Models: + gpt-5, − gpt-4",
      "Key: replaced",
      "Proxy: changed",
      "Chat only: No → Yes",
    ]);
  });

  it("formats amounts, times and ratios of tokens and prices as the console does", () => {
    expect(
      linesOf("token", { remain_quota: [500_000, 1_250_000], expired_time: [-1, 1_700_000_000] }),
    ).toEqual([
      "Spending limit: $1.00 → $2.50",
      expect.stringMatching(/^Expires: Never → 2023-11-1\d \d\d:\d\d:\d\d$/),
    ]);
    expect(
      linesOf("price", {
        type: ["tokens", "times"],
        input: [1, 1.5],
        "extra.cached_read_tokens": [null, 0.1],
        "extra.web_search_call": [0.01, 0.02],
      }),
    ).toEqual([
      "Billing unit: Tokens → Requests",
      "Input multiplier: × 1 → × 1.5",
      "Cache read: — → × 0.1",
      "Web search: $0.01 → $0.02",
    ]);
  });

  it("never shows JSON, nor an id where there is a name", () => {
    expect(linesOf("token", { user_id: 7, username: "ada" })).toEqual(["Owner: ada"]);
    expect(linesOf("odd", { part: { a: 1, b: [true, null] } })).toEqual(["part: a: 1, b: Yes, —"]);
  });
});
