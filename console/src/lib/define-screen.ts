import type { QueryClient } from "@tanstack/react-query";
import type { Access } from "@tollgate/contract/access";
import type { ComponentType } from "react";
import type { Language } from "./i18n/languages";

/** Names of the drawings a menu entry may carry; the menu holds the drawings, so that this list costs nothing. */
export type ScreenIcon =
  | "dashboard"
  | "analytics"
  | "playground"
  | "users"
  | "groups"
  | "audit"
  | "channels"
  | "pricing"
  | "telegram"
  | "redemptions"
  | "payments"
  | "notices"
  | "tokens"
  | "profile"
  | "settings"
  | "topup"
  | "models"
  | "logs"
  | "midjourney"
  | "tasks"
  | "page";

export type MenuGroup = "dashboard" | "setting" | "billing" | "usage";
export type MenuCollapse = "operation" | "pay-settings";

export interface MenuPlace {
  group: MenuGroup;
  /** Inside a folding entry of the group. */
  collapse?: MenuCollapse;
  /** Smaller is higher. */
  order: number;
  /** Shown but disabled. */
  disabled?: boolean;
  /** A chip at the right of the title; key in the `shell` namespace. */
  chip?: string;
  /** Links to this external address instead of the screen's path. */
  href?: string;
  newTab?: boolean;
}

/** The JSON of a screen's texts; the namespace is the screen's `name`. */
export type LocaleModule = { default: Record<string, unknown> };

/**
 * A screen's passport: everything the shell needs before the screen's code is loaded.
 * A screen's texts are in its own locales; only the title is in the shell's (`shell:screens.<name>`),
 * because the menu shows it before the screen is loaded.
 */
export interface Screen {
  /** The folder's name, and the namespace of its texts. */
  name: string;
  path: string;
  /** Further addresses of the same screen. */
  aliases?: string[];
  /** Key in the `shell` namespace, e.g. `screens.tokens`. */
  title: string;
  icon: ScreenIcon;
  /** Absent: reachable, but not in the menu. */
  menu?: MenuPlace;
  access: Access;
  /**
   * `console` (default under /panel) renders inside the side menu, `public` under the public bar with the footer, `bare` under the
   * public bar alone.
   */
  layout?: "console" | "public" | "bare";
  /** The list reads `?keyword=`; the command palette then offers to search it. */
  searchable?: boolean;
  page: () => Promise<ComponentType>;
  /** Fetches what the page asks for first, by the page's own queries, while a viewer is about to open it. */
  prefetch?: (client: QueryClient) => Promise<unknown>;
  locales: (language: Language) => Promise<LocaleModule>;
}

/**
 * Declares a screen; the value is the argument, typed.
 * @example page: () => import("./tokens-page").then((module) => module.TokensPage)
 */
export function defineScreen(screen: Screen): Screen {
  return screen;
}
