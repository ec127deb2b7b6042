import CheckIcon from "@mui/icons-material/Check";
import LinkOffIcon from "@mui/icons-material/LinkOff";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { resetLink } from "@tollgate/contract/registration";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink, useSearchParams } from "react-router";
import { EntryMessage, EntryPage } from "../../design-system/entry-page/entry-page";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { NewPasswordForm } from "./new-password-form";
import { linkQuery, type ResetLink } from "./reset-password-queries";

/** Target of a reset link: a form for a new password, or a message that the link is invalid. */
export function ResetPasswordPage() {
  const { t } = useTranslation("reset-password");
  const [query] = useSearchParams();
  const link = { email: query.get("email") ?? "", token: query.get("token") ?? "" };
  const [ended, setEnded] = useState<"done" | "dead">();
  return (
    <EntryPage
      title={t(ended === "done" ? "doneTitle" : "title")}
      subtitle={link.email}
      below={
        ended === "done" ? undefined : (
          <Link component={RouterLink} to="/login">
            {t("back")}
          </Link>
        )
      }
    >
      {ended === "done" ? <Done /> : <LinkContent link={link} dead={ended === "dead"} onEnd={setEnded} />}
    </EntryPage>
  );
}

interface LinkContentProps {
  link: ResetLink;
  /** Found out while the password was being set. */
  dead: boolean;
  onEnd: (ended: "done" | "dead") => void;
}

function LinkContent({ link, dead, onEnd }: LinkContentProps) {
  const { t } = useTranslation(["reset-password", "common"]);
  // A truncated link: no request needed.
  const whole = resetLink.safeParse(link).success;
  const { data: alive, error, isLoading, refetch } = useQuery({ ...linkQuery(link), enabled: whole });
  if (isLoading)
    return (
      <Stack spacing={2.25} aria-busy>
        {[1, 2].map((line) => (
          <Skeleton key={line} variant="rounded" height={40} />
        ))}
      </Stack>
    );
  if (error)
    return (
      <ErrorState
        title={t("common:loadFailed")}
        message={describeError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (dead || alive !== true) return <InvalidLink />;
  return <NewPasswordForm link={link} onEnd={onEnd} />;
}

function InvalidLink() {
  const { t } = useTranslation("reset-password");
  return (
    <EntryMessage
      icon={<LinkOffIcon />}
      tone="error"
      action={
        <Button fullWidth variant="contained" component={RouterLink} to="/reset">
          {t("askAgain")}
        </Button>
      }
    >
      <strong>{t("invalid.title")}</strong>
      <br />
      {t("invalid.body")}
    </EntryMessage>
  );
}

function Done() {
  const { t } = useTranslation("reset-password");
  return (
    <EntryMessage
      icon={<CheckIcon />}
      tone="success"
      action={
        <Button fullWidth variant="contained" size="large" component={RouterLink} to="/login">
          {t("signIn")}
        </Button>
      }
    >
      {t("done")}
    </EntryMessage>
  );
}
