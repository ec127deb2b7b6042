import { describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { ChannelForm, withOwnFields } from "./support/channel-form.ts";

describe.runIf(hasBrowser)("the channel form of a provider with fields of its own", () => {
  const form = ChannelForm.forSuite();

  it.each(withOwnFields.map((descriptor) => [descriptor.label, descriptor] as const))(
    "adds and edits a channel of %s with its required fields alone",
    async (_label, descriptor) => {
      const { text } = await form.addAndEdit(descriptor, "en_US", 1440);
      expect(text).toContain(`"type":${descriptor.type},`);
    },
  );

  it("logged no error", () => {
    expect(form.complaints).toEqual([]);
  });
});
