import { describe, expect, it } from "vitest";
import { fromLocalInput, toLocalInput } from "./local-input-time.ts";

describe("local input time", () => {
  it("goes to text and back without losing a minute", () => {
    const seconds = Math.floor(new Date(2026, 0, 5, 9, 7).getTime() / 1000);
    expect(toLocalInput(seconds)).toBe("2026-01-05T09:07");
    expect(fromLocalInput("2026-01-05T09:07")).toBe(seconds);
  });

  it("is empty for no moment", () => {
    expect(toLocalInput(0)).toBe("");
    expect(fromLocalInput("")).toBe(0);
    expect(fromLocalInput("soon")).toBe(0);
  });
});
