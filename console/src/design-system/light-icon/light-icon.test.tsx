import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { LightIcon } from "./light-icon";

it("is read out by its label, and otherwise hidden from screen readers", () => {
  render(
    <>
      <LightIcon name="Bolt" role="img" aria-label="Stream" />
      <LightIcon name="ChevronRight" role="img" data-testid="plain" />
    </>,
  );
  expect(screen.getAllByRole("img")).toEqual([screen.getByRole("img", { name: "Stream" })]);
  expect(screen.getByTestId("plain").getAttribute("aria-hidden")).toBe("true");
});
