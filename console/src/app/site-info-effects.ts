import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { ApiError } from "../lib/api-error";
import type { Screen } from "../lib/define-screen";
import { i18n } from "../lib/i18n/i18n";
import { localStore } from "../lib/local-store";
import { notify } from "../lib/notifications/notifications";
import { siteInfoQuery, unknownVersion, useSiteInfo } from "../lib/site-info/site-info";
import { screenAt } from "./navigation";
import { paths } from "./paths";

/** Effects of site info outside the pages: document title, new version notice, unreachable server message. */
export function SiteInfoEffects(props: { screens: readonly Screen[] }): null {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const { data, error } = useQuery(siteInfoQuery);
  const { system_name } = useSiteInfo();
  // The home page is the site itself.
  const title = pathname === paths.base ? undefined : screenAt(props.screens, pathname)?.title;

  useEffect(() => {
    document.title = title ? `${t(title)} · ${system_name}` : system_name;
  }, [title, system_name, t]);

  const version = data?.version;
  useEffect(() => {
    if (!version || version === unknownVersion) return;
    const seen = localStore.read("seenVersion");
    localStore.write("seenVersion", version);
    // On a first visit there is no older page to refresh.
    if (seen !== null && seen !== version) notify.notice(i18n.t("shell:newVersion", { version }));
  }, [version]);

  useEffect(() => {
    // After an error response the cached info stays in use; only an unreachable server is reported. Later outages have a
    // notice of their own.
    if (data === undefined && error instanceof ApiError && error.code === "client.unreachable") {
      notify.error(i18n.t("common:failures.unreachable"));
    }
  }, [data, error]);
  return null;
}
