import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Screen } from "../../lib/define-screen";
import { languageNames, offeredLanguages } from "../../lib/i18n/languages";
import { useLanguage } from "../../lib/i18n/use-language";
import { useSession } from "../../lib/session/session";
import { toggleThemeMode, useThemeMode } from "../../lib/theme-mode/theme-mode";
import { openAnnouncements } from "../notice/notice-store";
import { paths } from "../paths";
import { useSignOut } from "../use-sign-out";
import { type PaletteCommand, reachableScreens } from "./palette-commands";

/** What the palette offers: every screen of the role, a search in each searchable list, theme, language, signing out. */
export function usePaletteCommands(screens: readonly Screen[], typed: string): PaletteCommand[] {
  const { t } = useTranslation("shell");
  const { language, changeLanguage } = useLanguage();
  const mode = useThemeMode();
  const role = useSession()?.role;
  const navigate = useNavigate();
  const signOut = useSignOut();

  return useMemo(() => {
    const reachable = reachableScreens(screens, role);
    const text = typed.trim();
    const goTo = reachable.map(
      (screen): PaletteCommand => ({
        id: `go ${screen.path}`,
        section: "goTo",
        label: t(screen.title),
        keywords: `${screen.name} ${screen.path.replace(paths.panel, "")} ${screen.menu ? t(`groups.${screen.menu.group}`) : ""}`,
        run: () => leadTo(screen, (path) => void navigate(path)),
      }),
    );
    const find = reachable
      .filter((screen) => screen.searchable)
      .map(
        (screen): PaletteCommand => ({
          id: `find ${screen.path}`,
          section: "find",
          label: t("palette.findIn", { list: t(screen.title), text }),
          keywords: "",
          run: () => void navigate(`${screen.path}?${new URLSearchParams({ keyword: text })}`),
        }),
      );
    const languages = offeredLanguages
      .filter((offered) => offered !== language)
      .map(
        (offered): PaletteCommand => ({
          id: `language ${offered}`,
          section: "actions",
          label: t("palette.switchLanguage", { language: languageNames[offered] }),
          keywords: `language 语言 言語 ${offered}`,
          run: () => void changeLanguage(offered),
        }),
      );
    const actions: PaletteCommand[] = [
      {
        id: "theme",
        section: "actions",
        label: mode === "dark" ? t("toLight") : t("toDark"),
        keywords: "theme dark light 主题 テーマ",
        run: toggleThemeMode,
      },
      {
        id: "announcements",
        section: "actions",
        label: t("notice.list"),
        keywords: "announcement notice 公告 お知らせ",
        run: openAnnouncements,
      },
      ...languages,
      {
        id: "sign-out",
        section: "actions",
        label: t("signOut"),
        keywords: "sign out logout 退出",
        run: () => void signOut(),
      },
    ];
    return [...goTo, ...actions, ...find];
  }, [screens, role, typed, t, language, changeLanguage, mode, navigate, signOut]);
}

/** As in the menu, external entries have their own address. */
function leadTo(screen: Screen, navigate: (path: string) => void): void {
  const { href, newTab } = screen.menu ?? {};
  if (href === undefined) navigate(screen.path);
  else window.open(href, newTab ? "_blank" : "_self", "noopener,noreferrer");
}
