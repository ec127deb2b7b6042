import { describe, expect, it } from "vitest";
import { MarkFinder, markFinderOf } from "./mark-finder.ts";

const finder = new MarkFinder({ keys: ["usage"], endKeys: ["stop"], endWords: ["[DONE]", "a.b"] });
const find = (text: string, { from = 0, isComplete = false } = {}) => finder.find(text, from, isComplete);

describe("MarkFinder", () => {
  it("finds keys with a value, with or without spaces, but not null, empty values or words in texts", () => {
    for (const text of ['{"usage":{}}', '{"usage" : {"a":1}}', '"usage":null,"usage":{}', '"usage":'])
      expect(find(text)).not.toBe(-1);
    for (const text of [
      '"usage":null',
      '"usage" :  null',
      '"usage":""',
      '"usage" :  ""',
      '"type":"usage"',
      '"\\"usage\\":{}"',
      '"other":{}',
      "",
    ])
      expect(find(text)).toBe(-1);
  });

  it("finds errors in any format, and words as they are written", () => {
    expect(find('data: {"error":{"message":"x"}}')).toBe(7);
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      const text = `data: 1${lineEnd}${lineEnd}event: error${lineEnd}data: {}`;
      expect(find(text)).toBe(text.indexOf("event"));
      expect(find(text, { isComplete: true })).toBe(text.indexOf("event"));
      expect(find(text, { from: text.indexOf("event") })).toBe(text.indexOf("event"));
    }
    expect(find("data: the event: error")).toBe(-1);
    expect(find("data: [DONE]")).toBe(6);
    expect(find("data: D")).toBe(-1);
    expect(find("a.b")).toBe(0);
    expect(find("aab")).toBe(-1);
  });

  it("begins at the given position, whatever it found before", () => {
    const text = '"usage":1 "stop":2 "usage":3';
    expect(find(text)).toBe(0);
    expect(find(text, { from: 1 })).toBe(10);
    expect(find(text, { from: 11 })).toBe(19);
    expect(find(text, { from: 20 })).toBe(-1);
    expect(find(text)).toBe(0);
  });

  it("no longer finds the marks of the end in a complete response", () => {
    const text = '"stop":2 [DONE] a.b "usage":3';
    expect(find(text, { isComplete: true })).toBe(text.indexOf('"usage"'));
  });
});

describe("markFinderOf", () => {
  it("creates one finder for the marks of a format", () => {
    const marks = { keys: ["usage"], endWords: ["end"] };
    expect(markFinderOf(marks)).toBe(markFinderOf(marks));
    expect(markFinderOf(marks).find("the end", 0, false)).toBe(4);
    expect(markFinderOf({ ...marks, endWords: [] }).find("the end", 0, false)).toBe(-1);
  });
});
