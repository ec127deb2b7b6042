import { hasAccess } from "@tollgate/contract/access";
import type { MenuCollapse, MenuGroup, Screen } from "../lib/define-screen";

/** A folding entry of the menu with its screens. */
export interface CollapseEntry {
  kind: "collapse";
  id: MenuCollapse;
  /** Key in the `shell` namespace. */
  title: string;
  screens: Screen[];
}

export interface ScreenEntry {
  kind: "screen";
  screen: Screen;
}

export interface NavigationGroup {
  id: MenuGroup;
  title: string;
  entries: (ScreenEntry | CollapseEntry)[];
}

const groupOrder: readonly MenuGroup[] = ["dashboard", "setting", "billing", "usage"];

/** The menu for a role: groups in their order, only what the role may use; groups and folds without entries are left out. */
export function navigationFor(screens: readonly Screen[], role: number | undefined): NavigationGroup[] {
  const visible = screens
    .flatMap((screen) =>
      screen.menu && hasAccess(role, screen.access) ? [{ screen, menu: screen.menu }] : [],
    )
    .sort((a, b) => a.menu.order - b.menu.order);
  return groupOrder
    .map((id): NavigationGroup => {
      const entries: NavigationGroup["entries"] = [];
      for (const { screen, menu } of visible) {
        if (menu.group !== id) continue;
        if (!menu.collapse) {
          entries.push({ kind: "screen", screen });
          continue;
        }
        const fold = entries.find((entry) => entry.kind === "collapse" && entry.id === menu.collapse);
        if (fold?.kind === "collapse") fold.screens.push(screen);
        else {
          const title = `collapses.${menu.collapse}`;
          entries.push({ kind: "collapse", id: menu.collapse, title, screens: [screen] });
        }
      }
      return { id, title: `groups.${id}`, entries };
    })
    .filter((group) => group.entries.length > 0);
}

/** The screen an address belongs to: the one with the longest path equal to the address or a parent of it. */
export function screenAt(screens: readonly Screen[], pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, "") || "/";
  return screens
    .filter((screen) => path === screen.path || path.startsWith(`${screen.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** The section that must be open because it contains the current screen. */
export function openCollapseAt(screens: readonly Screen[], pathname: string): MenuCollapse | undefined {
  return screenAt(screens, pathname)?.menu?.collapse;
}
