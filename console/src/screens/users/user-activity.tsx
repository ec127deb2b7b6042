import HistoryIcon from "@mui/icons-material/History";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "@tollgate/contract/audit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { AuditAction } from "../../widgets/audit-entries/audit-action";
import { AuditDetail } from "../../widgets/audit-entries/audit-detail";
import { AuditTarget } from "../../widgets/audit-entries/audit-target";
import { userAuditQuery } from "./users-queries";

/** Newest first: what the user did, and what administrators did to the user. */
export function UserActivity({ id }: { id: number }) {
  const { t } = useTranslation("users");
  const [page, setPage] = useState(1);
  const entries = useQuery(userAuditQuery(id, page));
  if (entries.error && !entries.data)
    return (
      <ErrorState
        title={t("activity.failed")}
        message={describeError(entries.error)}
        onRetry={() => void entries.refetch()}
      />
    );
  if (!entries.data)
    return (
      <Stack sx={{ gap: 2 }} aria-busy>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} variant="rounded" height={44} />
        ))}
      </Stack>
    );
  const { data, total_count: total, size } = entries.data;
  if (total === 0)
    return (
      <EmptyState icon={<HistoryIcon />} title={t("activity.empty")} description={t("activity.empty_body")} />
    );
  return (
    <>
      <Stack component="ol" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} own={entry.actor_id === id} />
        ))}
      </Stack>
      {total > size && (
        <Stack direction="row" sx={{ justifyContent: "space-between", mt: 1 }}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("activity.newer")}
          </Button>
          <Button size="small" disabled={page * size >= total} onClick={() => setPage(page + 1)}>
            {t("activity.older")}
          </Button>
        </Stack>
      )}
    </>
  );
}

function Entry({ entry, own }: { entry: AuditEntry; own: boolean }) {
  const { t } = useTranslation("users");
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0, pt: 0 } }}
    >
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2, alignItems: "baseline" }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          <AuditAction action={entry.action} />
        </Typography>
        <Typography variant="caption" sx={{ color: "text.secondary" }}>
          <TimeText relative value={entry.created_at} />
        </Typography>
      </Stack>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary", mb: 0.5 }}>
        {own ? <AuditTarget entry={entry} /> : t("activity.by", { name: entry.actor_name })}
        {entry.source_ip !== "" && ` · ${entry.source_ip}`}
      </Typography>
      <AuditDetail entry={entry} />
    </Box>
  );
}
