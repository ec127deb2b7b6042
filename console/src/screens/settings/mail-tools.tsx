import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { describeProblem } from "../../lib/forms/describe-problem";
import { useSendTestMail } from "./mail-queries";
import { MailLog } from "./mail-log";

/** A test mail with its result, and what became of the mails of late. */
export function MailTools() {
  const { t } = useTranslation("settings");
  const [to, setTo] = useState("");
  const send = useSendTestMail();
  const problem = send.error instanceof ApiError ? send.error.fields[0] : undefined;
  return (
    <Box sx={{ mt: 2.5, pt: 2.5, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "flex-start", flexWrap: "wrap" }}>
        <TextField
          size="small"
          type="email"
          label={t("mail.to")}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={problem !== undefined}
          helperText={problem ? describeProblem(problem) : t("mail.to_hint")}
          autoComplete="off"
          sx={{ flex: "1 1 260px", maxWidth: 360 }}
        />
        <Button variant="outlined" loading={send.isPending} onClick={() => send.mutate(to.trim())}>
          {t("mail.send")}
        </Button>
      </Stack>
      <Box role="status">
        {send.data && (
          <Alert severity="success" sx={{ mt: 1.5 }}>
            {t("mail.sent", { to: send.data.to })}
          </Alert>
        )}
        {send.error && !problem && (
          <Alert severity="error" sx={{ mt: 1.5, overflowWrap: "anywhere" }}>
            {describeError(send.error)}
          </Alert>
        )}
      </Box>
      <CollapsedSection title={t("mail.log")} summary={t("mail.log_hint")}>
        <MailLog />
      </CollapsedSection>
    </Box>
  );
}
