import { channelForm } from "@tollgate/contract/channels";
import { price } from "@tollgate/contract/pricing";
import { tokenForm } from "@tollgate/contract/tokens";
import { newUserForm } from "@tollgate/contract/users";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { startTexts } from "../../../test/start-texts";
import { changeLanguage } from "../i18n/i18n";
import { describeProblem } from "./describe-problem";
import { formResolver } from "./form-resolver";

/** Field path → sentence. */
async function problemsOf(
  schema: z.ZodType<object, object>,
  values: object,
): Promise<Record<string, string>> {
  const result = await formResolver(schema as z.ZodType<Record<string, unknown>, Record<string, unknown>>)(
    values as Record<string, unknown>,
    undefined,
    { fields: {}, shouldUseNativeValidation: false },
  );
  return Object.fromEntries(
    Object.entries(result.errors).map(([path, error]) => [
      path,
      String((error as { message?: unknown }).message),
    ]),
  );
}

beforeAll(() => startTexts());

describe("formResolver", () => {
  it("returns the form's values as the schema parses them", async () => {
    const result = await formResolver(tokenForm)({ name: " ci " }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(result).toMatchObject({ values: { name: "ci", expired_time: -1 }, errors: {} });
  });

  it("describes problems in our own words, not zod's", async () => {
    expect(await problemsOf(tokenForm, { name: "", remain_quota: -1 })).toEqual({
      name: "This cannot be empty.",
      remain_quota: "Must be 0 or more.",
    });
    expect(await problemsOf(tokenForm, { name: "ci", expired_time: 0 })).toEqual({
      expired_time: "Invalid date.",
    });
    expect(await problemsOf(tokenForm, { name: "x".repeat(51), remain_quota: Number.NaN })).toEqual({
      name: "At most 50 characters.",
      remain_quota: "Enter a number.",
    });
    expect(
      await problemsOf(price, { model: "*gpt", type: "hours", channel_type: 1.5, input: 1, output: 1 }),
    ).toEqual({
      model: "The wildcard * is only allowed at the end, after a prefix: gpt-3.5* works, *gpt-3.5 does not.",
      type: "Choose one of the offered values.",
      channel_type: "Enter a whole number.",
    });
    const channel = { name: "", type: 1, key: "", group: [], models: ["m"], weight: 0, model_mapping: "[" };
    expect(await problemsOf(channelForm, channel)).toEqual({
      name: "This cannot be empty.",
      group: "Choose at least one.",
      weight: "Must be 1 or more.",
      model_mapping: "The model mapping must be a JSON object whose values are text.",
    });
  });

  it("reports a missing field as missing, whichever rule rejects it", async () => {
    const values = { username: "", password: " ", email: "no address" };
    expect(await problemsOf(newUserForm, values)).toEqual({
      username: "This cannot be empty.",
      password: "This cannot be empty.",
      email: "Enter an email address, such as ada@example.org.",
    });
  });

  it("uses the current language, and the contract's English where there is no translation", async () => {
    await changeLanguage("zh_CN");
    expect(await problemsOf(tokenForm, { name: "" })).toEqual({ name: "此项不能为空。" });
    expect(describeProblem({ code: "business.new_rule", message: "Not today." })).toBe("Not today.");
    await changeLanguage("en_US");
  });
});
