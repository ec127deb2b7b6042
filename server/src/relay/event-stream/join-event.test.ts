import { expect, it } from "vitest";
import { joinEvent } from "./join-event.ts";
import { createSseSplitter } from "./sse-splitter.ts";

it("writes events that the splitter parses", () => {
  const events = [
    { event: "", data: "[DONE]" },
    { event: "message_stop", data: '{"a":\n1}' },
    { event: "", data: "" },
  ];
  const bytes = Buffer.from(events.map(joinEvent).join(""));
  expect(createSseSplitter().push(bytes)).toEqual(events);
  expect(joinEvent({ event: "", data: "a\r\nb\rc" })).toBe("data: a\ndata: b\ndata: c\n\n");
});
