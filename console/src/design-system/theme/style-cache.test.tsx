import { CacheProvider, type CSSObject, Global } from "@emotion/react";
import styled from "@emotion/styled";
import { render } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { styleCache } from "./style-cache";

beforeEach(() => styleCache.sheet.flush());

/** Outside production Emotion writes also rules that have no content. */
const withoutContent = /[^{}]+\{\}/g;

/** The rules that a box with these styles brings to the page. */
function rulesOf(styles: CSSObject): string {
  const Box = styled.div(styles);
  render(
    <CacheProvider value={styleCache}>
      <Box />
    </CacheProvider>,
  );
  return styleCache.sheet.tags
    .map((tag) => tag.textContent)
    .join("")
    .replaceAll(withoutContent, "");
}

it("names a property for Safari where it knows no other name", () => {
  expect(rulesOf({ userSelect: "none" })).toContain("{-webkit-user-select:none;user-select:none;}");
  expect(rulesOf({ textDecoration: "underline dotted" })).toContain(
    "-webkit-text-decoration:underline dotted;",
  );
  expect(rulesOf({ printColorAdjust: "exact" })).toContain("-webkit-print-color-adjust:exact;");
});

it("writes each other property once", () => {
  const rules = rulesOf({
    display: "flex",
    alignItems: "center",
    transition: "color 1s",
    "@media print": { flex: 1 },
  });
  expect(rules).toMatch(
    /{display:flex;align-items:center;transition:color 1s;}@media print{\.[^{]*{flex:1;}}$/,
  );
});

it("leaves out a rule for browsers of 2016, and keeps the rules beside it", () => {
  const rules = rulesOf({
    color: "red",
    "&::-moz-placeholder": { color: "blue" },
    "&::-ms-input-placeholder": { color: "blue" },
    "&::placeholder": { color: "green" },
    "&::-moz-focus-inner": { borderStyle: "none" },
  });
  expect(rules).toMatch(/^\.[^{]*{color:red;}\.[^{]*::placeholder{color:green;}$/);
});

it("serves styles of the whole page", () => {
  render(
    <CacheProvider value={styleCache}>
      <Global styles={{ body: { margin: 0 } }} />
    </CacheProvider>,
  );
  expect(document.head.textContent).toContain("body{margin:0;}");
});
