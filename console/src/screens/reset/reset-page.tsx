import MarkEmailReadOutlinedIcon from "@mui/icons-material/MarkEmailReadOutlined";
import { email } from "@tollgate/contract/account-fields";
import { resetLinkSeconds } from "@tollgate/contract/registration";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import * as z from "zod";
import { EntryMessage, EntryPage } from "../../design-system/entry-page/entry-page";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { useTurnstile } from "../../widgets/turnstile/use-turnstile";
import { useRequestReset } from "./reset-queries";

const form = z.object({ email });

/** Asking for a link by mail. What is said after it does not tell whether the address belongs to an account. */
export function ResetPage() {
  const { t } = useTranslation("reset");
  const [sentTo, setSentTo] = useState("");
  return (
    <EntryPage
      title={t("title")}
      subtitle={sentTo === "" ? t("subtitle") : ""}
      below={
        <Link component={RouterLink} to="/login">
          {t("back")}
        </Link>
      }
    >
      {sentTo === "" ? (
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

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation("reset");
  const turnstile = useTurnstile();
  const request = useRequestReset();
  const { control, handleSubmit, setError } = useForm({
    resolver: formResolver(form),
    defaultValues: { email: "" },
  });
  const submit = handleSubmit((values) => {
    const answer = turnstile.take();
    if (answer === undefined) return;
    request.mutate(
      { email: values.email, turnstile: answer },
      {
        onSuccess: () => onSent(values.email),
        onError: (error) => applyServerErrors(error, setError),
      },
    );
  });
  return (
    <Stack component="form" noValidate spacing={2.25} onSubmit={(event) => void submit(event)}>
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
