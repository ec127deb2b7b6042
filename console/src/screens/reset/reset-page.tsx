import LockResetOutlinedIcon from "@mui/icons-material/LockResetOutlined";
import MarkEmailReadOutlinedIcon from "@mui/icons-material/MarkEmailReadOutlined";
import { email } from "@tollgate/contract/account-fields";
import { resetLinkSeconds } from "@tollgate/contract/registration";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import * as z from "zod";
import { EntryMessage, EntryPage } from "../../design-system/entry-page/entry-page";
import { FormProblem } from "../../design-system/form/form-problem";
import { TextField } from "../../design-system/form/text-field";
import { describeError } from "../../lib/describe-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { supportLink } from "../../lib/support-contact";
import { useTurnstile } from "../../widgets/turnstile/use-turnstile";
import { useRequestReset } from "./reset-queries";

const form = z.object({ email });

/** Requests a link by mail. The result does not reveal whether the address belongs to an account. */
export function ResetPage() {
  const { t } = useTranslation("reset");
  const { password_reset, isLoading } = useSiteInfo();
  const [sentTo, setSentTo] = useState("");
  const offered = password_reset || isLoading;
  return (
    <EntryPage
      title={t("title")}
      subtitle={offered && sentTo === "" ? t("subtitle") : ""}
      below={
        <Link component={RouterLink} to="/login">
          {t("back")}
        </Link>
      }
    >
      {!offered ? (
        <Unavailable />
      ) : !password_reset ? (
        <Waiting />
      ) : sentTo === "" ? (
        <AddressForm onSent={setSentTo} />
      ) : (
        <EntryMessage
          icon={<MarkEmailReadOutlinedIcon />}
          tone="success"
          action={
            <Button fullWidth variant="outlined" onClick={() => setSentTo("")}>
              {t("otherAddress")}
            </Button>
          }
        >
          {t("sent", { email: sentTo, minutes: resetLinkSeconds / 60 })}
        </EntryMessage>
      )}
    </EntryPage>
  );
}

function Waiting() {
  return (
    <Stack spacing={2.25} aria-busy>
      {[1, 2].map((line) => (
        <Skeleton key={line} variant="rounded" height={40} />
      ))}
    </Stack>
  );
}

/** Where no mail can be sent, another person has to set the password. */
function Unavailable() {
  const { t } = useTranslation("reset");
  const contact = supportLink(useSiteInfo().support_contact);
  return (
    <EntryMessage
      icon={<LockResetOutlinedIcon />}
      tone="info"
      action={
        contact && (
          <Button fullWidth variant="contained" component="a" href={contact.href}>
            {t("unavailable.contact", { contact: contact.text })}
          </Button>
        )
      }
    >
      <strong>{t("unavailable.title")}</strong>
      <br />
      {t("unavailable.body")}
    </EntryMessage>
  );
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation("reset");
  const turnstile = useTurnstile();
  const request = useRequestReset();
  const [problem, setProblem] = useState<string>();
  const { control, handleSubmit, setError, setFocus } = useForm({
    resolver: formResolver(form),
    defaultValues: { email: "" },
  });
  const submit = handleSubmit((values) => {
    const answer = turnstile.take();
    if (answer === undefined) return;
    setProblem(undefined);
    request.mutate(
      { email: values.email, turnstile: answer },
      {
        onSuccess: () => onSent(values.email),
        onError: (error) => {
          if (applyServerErrors(error, setError)) return;
          setProblem(describeError(error));
          setFocus("email");
        },
      },
    );
  });
  return (
    <Stack
      component="form"
      noValidate
      spacing={2.25}
      onSubmit={(event) => void submit(event)}
      onChange={() => setProblem(undefined)}
    >
      <FormProblem text={problem} />
      <TextField
        control={control}
        name="email"
        label={t("email")}
        type="email"
        autoComplete="email"
        autoFocus
      />
      {turnstile.widget}
      <Button type="submit" variant="contained" size="large" loading={request.isPending}>
        {t("submit")}
      </Button>
    </Stack>
  );
}
