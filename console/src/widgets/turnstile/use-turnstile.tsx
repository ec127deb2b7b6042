import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTheme } from "@mui/material/styles";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../lib/i18n/languages";
import { notify } from "../../lib/notifications/notifications";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { loadTurnstile, type TurnstileApi } from "./load-turnstile";

export interface Turnstile {
  /** The widget for the form; nothing where the check is disabled. */
  widget: ReactNode;
  /**
   * The answer for one call, and the widget begins again for the next. Empty where the check is disabled; undefined while there is
   * none yet; the user is then notified.
   */
  take: () => string | undefined;
}

/** The Turnstile CAPTCHA, where this server requires it. */
export function useTurnstile(): Turnstile {
  const { t } = useTranslation("common");
  const { turnstile_check, turnstile_site_key, turnstile_address } = useSiteInfo();
  const answer = useRef<string>(undefined);
  const again = useRef<() => void>(undefined);
  if (!turnstile_check) return { widget: null, take: () => "" };
  return {
    widget: (
      <TurnstileBox
        key={`${turnstile_address} ${turnstile_site_key}`}
        siteKey={turnstile_site_key}
        address={turnstile_address}
        onAnswer={(next) => {
          answer.current = next;
        }}
        onReady={(reset) => {
          again.current = reset;
        }}
      />
    ),
    take: () => {
      const taken = answer.current;
      if (taken === undefined) {
        notify.info(t("turnstile.checking"));
        return undefined;
      }
      answer.current = undefined;
      again.current?.();
      return taken;
    },
  };
}

interface TurnstileBoxProps {
  siteKey: string;
  address: string;
  onAnswer: (answer: string | undefined) => void;
  onReady: (reset: () => void) => void;
}

function TurnstileBox({ siteKey, address, onAnswer, onReady }: TurnstileBoxProps) {
  const { t, i18n } = useTranslation("common");
  const { mode } = useTheme().palette;
  const place = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onAnswer, onReady });
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    callbacks.current = { onAnswer, onReady };
  });

  useEffect(() => {
    let mounted = true;
    let leave: (() => void) | undefined;
    const begin = (api: TurnstileApi): void => {
      if (!mounted || !place.current) return;
      const widget = api.render(place.current, {
        sitekey: siteKey,
        theme: mode,
        size: "flexible",
        language: languageTag(i18n.language).toLowerCase(),
        callback: (answer) => callbacks.current.onAnswer(answer),
        "expired-callback": () => callbacks.current.onAnswer(undefined),
        "error-callback": () => callbacks.current.onAnswer(undefined),
      });
      callbacks.current.onReady(() => api.reset(widget));
      leave = () => api.remove(widget);
    };
    loadTurnstile(address).then(begin, () => setFailed(mounted));
    return () => {
      mounted = false;
      callbacks.current.onAnswer(undefined);
      leave?.();
    };
  }, [address, siteKey, mode, i18n.language]);

  if (failed)
    return (
      <Typography role="alert" variant="body2" sx={{ color: "error.main" }}>
        {t("turnstile.failed")}
      </Typography>
    );
  return <Box ref={place} role="group" aria-label={t("turnstile.label")} sx={{ minHeight: 65 }} />;
}
