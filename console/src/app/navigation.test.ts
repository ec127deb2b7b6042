import { roles } from "@tollgate/contract/access";
import { describe, expect, it } from "vitest";
import { defineScreen, type Screen } from "../lib/define-screen";
import { navigationFor, openCollapseAt, screenAt } from "./navigation";

function aScreen(part: Partial<Screen> & Pick<Screen, "name" | "path">): Screen {
  return defineScreen({
    title: `screens.${part.name}`,
    icon: "page",
    access: "user",
    page: () => Promise.reject(new Error("not loaded in this test")),
    locales: () => Promise.resolve({ default: {} }),
    ...part,
  });
}

const screens = [
  aScreen({ name: "tokens", path: "/panel/token", menu: { group: "setting", order: 50 } }),
  aScreen({
    name: "channels",
    path: "/panel/channel",
    access: "admin",
    menu: { group: "setting", order: 20 },
  }),
  aScreen({
    name: "pricing",
    path: "/panel/pricing",
    access: "admin",
    menu: { group: "setting", collapse: "operation", order: 30 },
  }),
  aScreen({
    name: "telegram",
    path: "/panel/telegram",
    access: "admin",
    menu: { group: "setting", collapse: "operation", order: 31 },
  }),
  aScreen({ name: "settings", path: "/panel/setting", access: "root", menu: { group: "billing", order: 1 } }),
  aScreen({ name: "dashboard", path: "/panel/dashboard", menu: { group: "dashboard", order: 1 } }),
  aScreen({ name: "hidden", path: "/panel/hidden" }),
];

/** Menu as indented lines. */
function outline(role: number | undefined): string[] {
  return navigationFor(screens, role).flatMap((group) => [
    group.id,
    ...group.entries.flatMap((entry) =>
      entry.kind === "screen"
        ? [`  ${entry.screen.name}`]
        : [`  ${entry.id}`, ...entry.screens.map((screen) => `    ${screen.name}`)],
    ),
  ]);
}

describe("navigationFor", () => {
  it("shows a general user only what everyone may use, without empty groups and folds", () => {
    expect(outline(roles.user)).toEqual(["dashboard", "  dashboard", "setting", "  tokens"]);
  });

  it("shows an administrator the rest, in order, but not what is the super administrator's", () => {
    expect(outline(roles.admin)).toEqual([
      "dashboard",
      "  dashboard",
      "setting",
      "  channels",
      "  operation",
      "    pricing",
      "    telegram",
      "  tokens",
    ]);
    expect(outline(roles.root)).toContain("billing");
  });

  it("shows nothing to unknown roles and to no one", () => {
    expect(outline(undefined)).toEqual([]);
    expect(outline(5)).toEqual([]);
  });
});

describe("screenAt", () => {
  it("finds the screen of an address and of those below it", () => {
    expect(screenAt(screens, "/panel/token/")?.name).toBe("tokens");
    expect(screenAt(screens, "/panel/token/7")?.name).toBe("tokens");
    expect(screenAt(screens, "/panel/tokens")).toBeUndefined();
  });

  it("returns the section that must be open", () => {
    expect(openCollapseAt(screens, "/panel/telegram")).toBe("operation");
    expect(openCollapseAt(screens, "/panel/token")).toBeUndefined();
  });
});
