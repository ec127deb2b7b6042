import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import * as own from "./style-insertion";

const { useInsertionEffectAlwaysWithSyncFallback: useInsertion } = own;

function Styled(props: { name: string; steps: string[] }) {
  useInsertion(() => void props.steps.push(`insert ${props.name}`));
  props.steps.push(`rendered ${props.name}`);
  return null;
}

it("inserts styles while the first page renders, and later ones when they are committed", () => {
  const steps: string[] = [];
  const { rerender } = render(
    <>
      <Styled name="a" steps={steps} />
      <Styled name="b" steps={steps} />
    </>,
  );
  expect(steps.slice(0, 4)).toEqual(["insert a", "rendered a", "insert b", "rendered b"]);
  steps.length = 0;
  rerender(<Styled name="c" steps={steps} />);
  expect(steps).toEqual(["rendered c", "insert c"]);
});

it("exports what Emotion's module exports, which it replaces in the build", async () => {
  // Not a package of ours: found from Emotion's, which imports it.
  const name = "@emotion/use-insertion-effect-with-fallbacks";
  expect(Object.keys(own).sort()).toEqual(Object.keys((await import(name)) as object).sort());
});
