import CssBaseline from "@mui/material/CssBaseline";
import { type Theme, ThemeProvider } from "@mui/material/styles";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import { CopyByHand } from "../design-system/copy-button/copy-by-hand";
import { ConfirmProvider } from "../design-system/confirm-dialog/use-confirm";
import { DesignTextsProvider } from "../design-system/texts/design-texts";
import { createConsoleTheme } from "../design-system/theme/create-theme";
import type { Mode } from "../design-system/theme/palette";
import { i18n } from "../lib/i18n/i18n";
import { notify } from "../lib/notifications/notifications";
import { QuotaFormatContext, useSiteQuotaFormat } from "../lib/site-info/site-info";
import { useThemeMode } from "../lib/theme-mode/theme-mode";
import { NotificationHost } from "../widgets/notification-host/notification-host";
import { designTexts } from "./texts";
import { usePrinting } from "./use-printing";

const themes: Partial<Record<Mode, Theme>> = {};

/** Created on first use: most visits need only one of the two. */
function themeOf(mode: Mode): Theme {
  return (themes[mode] ??= createConsoleTheme(mode));
}

/** Shows the text for manual copying, with the reason, until dismissed. */
function showCopyByHand(text: string): void {
  notify.copy(text, { title: i18n.t("common:copyFailed") });
}

/** Providers around the router: data, texts, theme, confirmations, notifications. Tests use the same. */
export function Providers(props: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={props.queryClient}>
      <I18nextProvider i18n={i18n}>
        <Look>
          <CopyByHand value={showCopyByHand}>
            <ConfirmProvider>
              {props.children}
              <NotificationHost />
            </ConfirmProvider>
          </CopyByHand>
        </Look>
      </I18nextProvider>
    </QueryClientProvider>
  );
}

/** Theme, words and amounts; they change in place when the viewer or the operator switches. */
function Look(props: { children: ReactNode }) {
  const chosenMode = useThemeMode();
  const mode = usePrinting() ? "light" : chosenMode;
  const { i18n: translation } = useTranslation();
  const texts = useMemo(designTexts, [translation.language]);
  return (
    <ThemeProvider theme={themeOf(mode)}>
      <CssBaseline />
      <DesignTextsProvider value={texts}>
        <QuotaFormatContext value={useSiteQuotaFormat()}>{props.children}</QuotaFormatContext>
      </DesignTextsProvider>
    </ThemeProvider>
  );
}
