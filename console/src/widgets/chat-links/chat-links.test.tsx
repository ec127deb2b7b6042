import { describe, expect, it } from "vitest";
import { chatLinkTarget, offeredChatLinks } from "./chat-links";

const link = {
  name: "Chat",
  url: "https://chat.example.com/#key={key}&server={server}",
  show: true,
  sort: 1,
};

describe("chat links", () => {
  it("shows the visible ones, larger sort first", () => {
    const text = JSON.stringify([link, { ...link, name: "B", sort: 9 }, { ...link, name: "C", show: false }]);
    expect(
      offeredChatLinks({ chat_links: text, chat_link: "https://one.example.com" }).map(({ name }) => name),
    ).toEqual(["B", "Chat"]);
  });

  it("shows none when the setting cannot be read", () => {
    expect(offeredChatLinks({ chat_links: "{" })).toEqual([]);
    expect(offeredChatLinks({ chat_links: '[{"name":1}]' })).toEqual([]);
  });

  it("offers the single link where the list shows none", () => {
    const chat_links = JSON.stringify([{ ...link, show: false }]);
    const chat_link = "https://one.example.com/#{key}";
    expect(offeredChatLinks({ chat_links, chat_link })).toMatchObject([{ name: "Chat", url: chat_link }]);
    expect(offeredChatLinks({ chat_links, chat_link: "" })).toEqual([]);
  });

  it("escapes key and address in the template", () => {
    const values = {
      key: "{server}&server=https://evil.example.com#$&",
      server: "https://a.example.com/?x={key}",
    };
    const target = new URL(
      chatLinkTarget({ ...link, url: "https://chat.example.com/?k={key}&s={server}" }, values) ?? "",
    );
    expect(target.origin).toBe("https://chat.example.com");
    expect([...target.searchParams]).toEqual([
      ["k", values.key],
      ["s", values.server],
    ]);
    expect(chatLinkTarget({ ...link, url: "java\tscript:alert('{key}')" }, values)).toBeUndefined();
  });

  it("gives no key to a plain HTTP address or an unknown app, and does not offer such a link", () => {
    const values = { key: "sk-a", server: "https://gate.example.com" };
    for (const url of ["http://chat.example.com/#{key}", "/chat?key={key}", "someapp://add?key={key}"]) {
      expect(chatLinkTarget({ ...link, url }, values)).toBeUndefined();
      expect(offeredChatLinks({ chat_links: JSON.stringify([{ ...link, url }]) })).toEqual([]);
      expect(offeredChatLinks({ chat_links: "[]", chat_link: url })).toEqual([]);
    }
    for (const url of [
      "opencat://team/join?token={key}",
      "http://chat.example.com/",
      "HTTPS://a.example/{key}",
    ])
      expect(chatLinkTarget({ ...link, url }, values)).toBeDefined();
  });

  it("fills key and server and rejects addresses that would run a script", () => {
    const values = { key: "sk-a", server: "https://gate.example.com" };
    expect(chatLinkTarget(link, values)).toBe(
      "https://chat.example.com/#key=sk-a&server=https%3A%2F%2Fgate.example.com",
    );
    expect(chatLinkTarget({ ...link, url: " javascript:alert(1)" }, values)).toBeUndefined();
  });
});
