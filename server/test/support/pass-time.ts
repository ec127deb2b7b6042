import { vi } from "vitest";

/**
 * Advances the clock of an upstream call's time limits, without waiting. A test in which no limit runs out on its own has limits that a
 * slow machine never reaches. Undone by `vi.restoreAllMocks()`.
 */
export function passTime(seconds: number): void {
  const real = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => real() + seconds * 1000);
}
