import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "../../platform/secret-box.ts";
import { openChannelTexts, sealChannelTexts } from "./secret-columns.ts";

const box = createSecretBox(randomBytes(32));
const texts = {
  name: "a channel",
  proxy: "http://user:password@proxy:3128",
  model_headers: '{"x-gate":"credential"}',
  custom_parameter: "",
  plugin: "{}",
};

describe("a channel's texts that may contain a credential", () => {
  it("are sealed to their row, the empty ones and all others left as they are", () => {
    const sealed = sealChannelTexts(box, 7, texts);
    expect(JSON.stringify(sealed)).not.toMatch(/password|credential/);
    expect(sealed).toMatchObject({ name: "a channel", custom_parameter: "", plugin: "{}" });
    expect(openChannelTexts(box, { id: 7, ...sealed })).toEqual({ id: 7, ...texts });
    expect(openChannelTexts(box, { id: 8, ...sealed })).toMatchObject({ proxy: "", model_headers: "" });
  });

  it("that were written before they were sealed are read as they are", () => {
    expect(openChannelTexts(box, { id: 7, ...texts })).toEqual({ id: 7, ...texts });
  });

  it("are empty where another server's key sealed them, so that the channel can still be opened", () => {
    const sealed = sealChannelTexts(createSecretBox(randomBytes(32)), 7, texts);
    expect(openChannelTexts(box, { id: 7, ...sealed })).toMatchObject({ proxy: "", model_headers: "" });
  });
});
