import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { useSession } from "../../lib/session/session";
import { CallbackFailure, CallbackProgress } from "./callback-card";
import { maxAttempts, useFinishSignIn } from "./oauth-callback-queries";
import { readArrival } from "./read-arrival";

/** Delay before the redirect after a failure; its button redirects immediately. */
const readingTime = 6000;

/** OAuth callback page: signs in or links, retries where useful, and redirects. */
export function OauthCallbackPage() {
  const { t } = useTranslation("oauth-callback");
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const back = useSession() ? "/panel/profile?tab=bindings" : "/login";
  const { kind, returned, declined } = useMemo(() => readArrival(pathname, search), [pathname, search]);
  const { mutate, ...finish } = useFinishSignIn(kind);
  const begun = useRef(false);

  useEffect(() => {
    // A code is sent to the server once, however often the page renders.
    if (begun.current || !returned) return;
    begun.current = true;
    mutate(returned, {
      onSuccess: (user) => {
        if (!user) notify.success(t(`linked.${kind}`));
        void navigate("/panel", { replace: true });
      },
      onError: (error) => {
        if (needsTwoFactor(error)) void navigate("/login", { replace: true, state: { twoFactor: true } });
      },
    });
  }, [returned, kind, mutate, navigate, t]);

  let reason: string | undefined;
  if (declined) reason = t(`declined.${kind}`);
  else if (!returned) reason = t("incomplete");
  else if (finish.isError && !needsTwoFactor(finish.error)) reason = describeError(finish.error);

  useEffect(() => {
    if (reason === undefined) return;
    const timer = setTimeout(() => {
      // Repeated on the next page, to leave more time to read it.
      notify.error(reason);
      void navigate(back, { replace: true });
    }, readingTime);
    return () => clearTimeout(timer);
  }, [reason, back, navigate]);

  if (reason !== undefined) return <CallbackFailure kind={kind} reason={reason} back={back} />;
  return <CallbackProgress kind={kind} attempt={Math.min(finish.failureCount + 1, maxAttempts)} />;
}

function needsTwoFactor(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "auth.second_factor_required";
}
