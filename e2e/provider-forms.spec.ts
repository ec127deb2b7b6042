import { describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { ChannelForm, withoutOwnFields } from "./support/channel-form.ts";

/** Their form is the same but for what it fills in, so that one edit stands for all of them: `channel-form.spec.ts` has it. */
describe.runIf(hasBrowser)("the channel form of a provider without fields of its own", () => {
  const form = ChannelForm.forSuite();

  it.each(withoutOwnFields.map((descriptor) => [descriptor.label, descriptor] as const))(
    "adds a channel of %s with its required fields alone",
    async (_label, descriptor) => {
      const { text } = await form.add(descriptor, "en_US", 1440);
      expect(text).toContain(`"type":${descriptor.type},`);
    },
  );

  it("complained of nothing", () => {
    expect(form.complaints).toEqual([]);
  });
});
