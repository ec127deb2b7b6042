import { expect, it, vi } from "vitest";
import { keepFormats } from "./keep-formats";

it("creates one format for each language and options", () => {
  const create = vi.fn(
    (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
  );
  const numberFormat = keepFormats(create);
  const cents = { minimumFractionDigits: 2 };
  expect(numberFormat("en-US", { ...cents }).format(1.5)).toBe("1.50");
  expect(numberFormat("en-US", cents)).toBe(numberFormat("en-US", { ...cents }));
  expect(numberFormat("de-DE", cents).format(1.5)).toBe("1,50");
  expect(numberFormat("en-US", {}).format(1.5)).toBe("1.5");
  expect(create).toHaveBeenCalledTimes(3);
});
