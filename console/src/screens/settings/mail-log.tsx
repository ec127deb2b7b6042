import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Mail } from "@tollgate/contract/mail";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { mailsQuery } from "./mail-queries";

const tones: Record<Mail["status"], StatusTone> = { sent: "success", queued: "info", failed: "error" };

/** Recent mails with their status, without content. */
export function MailLog() {
  const { t } = useTranslation(["settings", "common"]);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(mailsQuery(page));
  if (error && !data) {
    return (
      <ErrorState
        title={t("common:loadFailed")}
        message={describeError(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={120} />;
  if (data.total_count === 0) {
    return <Typography sx={{ color: "text.secondary" }}>{t("mail.none")}</Typography>;
  }
  const pages = Math.ceil(data.total_count / data.size);
  return (
    <>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.data.map((mail) => (
          <MailLine key={mail.id} mail={mail} />
        ))}
      </Box>
      {pages > 1 && (
        <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end", alignItems: "center" }}>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("mail.page", { page, pages })}
          </Typography>
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t("common:previousPage")}
          </Button>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t("common:nextPage")}
          </Button>
        </Stack>
      )}
    </>
  );
}

function MailLine({ mail }: { mail: Mail }) {
  const { t } = useTranslation("settings");
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: "divider", minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap", minWidth: 0 }}>
        <StatusChip tone={tones[mail.status]} label={t(`mail.status.${mail.status}`)} />
        <Typography sx={{ overflowWrap: "anywhere", minWidth: 0 }}>{mail.recipient}</Typography>
        <Typography variant="body2" sx={{ color: "text.secondary", mr: "auto" }}>
          {t(`mail.kind.${mail.kind}`)}
        </Typography>
        <TimeText value={mail.created_time} />
      </Stack>
      {mail.last_error !== "" && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5, overflowWrap: "anywhere" }}>
          {mail.last_error}
        </Typography>
      )}
    </Box>
  );
}
