import { useTranslation } from "react-i18next";
import type { Screen } from "../../../lib/define-screen";
import { isForeign, safeLink } from "../../../lib/safe-link";
import { useSession } from "../../../lib/session/session";
import { useSiteInfo } from "../../../lib/site-info/site-info";
import { paths } from "../../paths";

/** One line of the public bar. */
export interface PublicLink {
  id: "home" | "playground" | "developer" | "download" | "about" | "price";
  label: string;
  /** A page of this console, or an address that the browser opens automatically. */
  target: { to: string } | { href: string; foreign: boolean };
}

/** The public bar's links in their order; links without a target on this site are omitted. */
export function usePublicLinks(screens: readonly Screen[]): PublicLink[] {
  const { t } = useTranslation("shell");
  const signedIn = useSession() !== undefined;
  const site = useSiteInfo();
  const page = (id: PublicLink["id"], to: string, label: string): PublicLink[] =>
    screens.some((screen) => screen.path === to) ? [{ id, label, target: { to } }] : [];
  const address = (id: PublicLink["id"], setting: string, label: string): PublicLink[] => {
    const href = safeLink(setting);
    return href === undefined ? [] : [{ id, label, target: { href, foreign: isForeign(href) } }];
  };
  return [
    ...page("home", paths.base, t("home")),
    ...(signedIn ? [playgroundLink(t("screens.playground"))] : []),
    ...address("developer", site.developer_link, t("public.developer")),
    ...address("download", site.download_link, t("public.desktopApp")),
    ...page("about", paths.about, t("screens.about")),
    ...page("price", paths.price, t("screens.price-list")),
  ];
}

/** Attributes of a link that is no page of this console. */
export function outwardLink(target: { href: string; foreign: boolean }) {
  return {
    component: "a" as const,
    href: target.href,
    ...(target.foreign && { target: "_blank", rel: "noopener noreferrer" }),
  };
}

/** The address that One API clients link to; it redirects to the playground. */
function playgroundLink(label: string): PublicLink {
  return { id: "playground", label, target: { to: paths.playground } };
}
