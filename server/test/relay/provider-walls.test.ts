import { describe, expect, it } from "vitest";
import { findFormat } from "../../src/relay/formats/registry.ts";
import { CannotServe, type ChannelView, type UpstreamRequest } from "../../src/relay/providers/provider.ts";
import { providers } from "../../src/relay/providers/registry.ts";

/** Rules for caller content that every registered provider must follow. */
const view: ChannelView = {
  baseUrl: "https://vendor.example",
  key: "channel|key|secret",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
  token: "exchanged-token",
};

const chats = providers.filter(({ chat }) => chat !== undefined);

/**
 * The upstream request for a caller's Chat Completions request, and its dropped fields; undefined if the provider
 * rejects such a channel or model.
 */
function requestFor(
  provider: (typeof providers)[number],
  body: object,
  model: string,
  channel: ChannelView = view,
): (UpstreamRequest & { lost: string[] }) | undefined {
  const format = findFormat("openai-chat");
  if (format.capability !== "chat") throw new Error("openai-chat is a chat");
  try {
    const { call, unread } = format.parseRequest(body, model, undefined);
    const request = provider.chat?.buildRequest(call, channel);
    return request && { ...request, lost: [...unread, ...(request.dropped ?? [])] };
  } catch (error) {
    if (error instanceof CannotServe) return undefined;
    throw error;
  }
}

const marker = "leads-nowhere";
const unknown = {
  api_base: `http://${marker}`,
  base_url: `http://${marker}`,
  api_key: marker,
  custom_llm_provider: marker,
  extra_headers: { "x-key": marker },
  a_field_of_tomorrow: { deep: marker },
};
const hostile = { messages: [{ role: "user", content: "hi" }], ...unknown };

describe.each(chats.map((provider) => ({ name: provider.descriptor.id, provider })))(
  "$name",
  ({ provider }) => {
    for (const stream of [false, true]) {
      it(`goes nowhere that a caller's field names, and either sends a made-up one or says that it did not (${stream ? "streamed" : "whole"})`, () => {
        const request = requestFor(provider, { model: "m", stream, ...hostile }, "some-model");
        if (!request) return;
        expect(`${request.url} ${JSON.stringify(request.headers)}`).not.toContain(marker);
        // Some vendors spell every name in their own way.
        const plain = (text: string): string => text.replaceAll("_", "").toLowerCase();
        const body = plain(Buffer.from(request.body ?? "").toString("utf8"));
        for (const name in unknown)
          expect({
            name,
            reported: body.includes(`"${plain(name)}"`) || request.lost.includes(name),
          }).toEqual({
            name,
            reported: true,
          });
      });
    }

    it("sends a plain name and every other name to the same host", () => {
      const host = (model: string): string | undefined => {
        const request = requestFor(
          provider,
          { model: "m", messages: [{ role: "user", content: "hi" }] },
          model,
        );
        return request && new URL(request.url).origin;
      };
      const usual = host("some-model");
      for (const model of [
        "x?y=1",
        "x#y",
        "//evil.example/x",
        "x@evil.example",
        "x\r\nhost: evil",
        "http://evil.example",
      ])
        expect([usual, undefined]).toContain(host(model));
    });

    // A user without access to the key could otherwise redirect it: changing the region does not require entering the
    // key again.
    it("keeps the key at the provider's own host, whatever the channel's other fields contain", () => {
      const body = { model: "m", messages: [{ role: "user", content: "hi" }] };
      const baseUrl = provider.descriptor.defaultBaseUrl ?? view.baseUrl;
      const host = (model: string, other: string): string | undefined => {
        const plugin = { customize: { chat: other, "1": other }, other: { provider: other } };
        const request = requestFor(provider, body, model, { ...view, baseUrl, other, plugin });
        return request && new URL(request.url).hostname.split(".").slice(-2).join(".");
      };
      for (const model of ["some-model", "gemini-2.5-flash", "claude-sonnet-4"]) {
        const usual = [host(model, ""), host(model, "europe-west1|project"), undefined];
        for (const place of ["evil.example/", "evil.example#", "evil.example?", "x@evil.example/"])
          for (const text of [place, `${place}|project`, `@${place}`, `//${place}`])
            expect([text, usual.includes(host(model, text)) || host(model, text)]).toEqual([text, true]);
      }
    });

    it("puts no line break of a name into its URL", () => {
      const request = requestFor(
        provider,
        { model: "m", messages: [{ role: "user", content: "hi" }] },
        "a\r\nb c",
      );
      expect(request?.url ?? "").not.toMatch(/[\s]/);
    });
  },
);
