import { describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { ChannelForm, withoutOwnFields } from "./support/channel-form.ts";

/** These forms differ only in default values, so `channel-form.spec.ts` tests one edit for all. */
describe.runIf(hasBrowser)("the channel form of a provider without fields of its own", () => {
  const form = ChannelForm.forSuite();

  it.each(withoutOwnFields.map((descriptor) => [descriptor.label, descriptor] as const))(
    "adds a channel of %s with its required fields alone",
    async (_label, descriptor) => {
      const { text } = await form.add(descriptor, "en_US", 1440);
      expect(text).toContain(`"type":${descriptor.type},`);
    },
  );

  it("logged no error", () => {
    expect(form.complaints).toEqual([]);
  });
});
