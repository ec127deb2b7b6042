import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Inviter, InviterInvitee } from "@tollgate/contract/invitations";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { ErrorState } from "../../design-system/error-state/error-state";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { formatDate } from "../../lib/format-time";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { inviteesOfQuery } from "./invitations-queries";

/** Whom one user invited, with every reward and what became of it. */
export function InviterPanel({ inviter, onClose }: { inviter: Inviter; onClose: () => void }) {
  const { t } = useTranslation(["invitations", "common"]);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(inviteesOfQuery(inviter.user_id, page));
  const pages = data ? Math.ceil(data.total_count / data.size) : 1;
  return (
    <SidePanel
      open
      title={inviter.username}
      subtitle={t("invited", { count: inviter.invited })}
      onClose={onClose}
    >
      {error && !data && (
        <ErrorState
          title={t("common:loadFailed")}
          message={describeError(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton height={120} aria-busy />}
      <Box component="ul" aria-label={t("panel.list")} sx={{ m: 0, p: 0, listStyle: "none" }}>
        {data?.data.map((invitee) => (
          <Row key={invitee.user_id} invitee={invitee} />
        ))}
      </Box>
      {pages > 1 && (
        <Stack direction="row" sx={{ alignItems: "center", justifyContent: "flex-end", gap: 1, mt: 2 }}>
          <Typography variant="body2" sx={{ color: "text.secondary", mr: 1 }}>
            {t("panel.page", { page, pages })}
          </Typography>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("panel.previous")}
          </Button>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t("panel.next")}
          </Button>
        </Stack>
      )}
    </SidePanel>
  );
}

function Row({ invitee }: { invitee: InviterInvitee }) {
  const { t } = useTranslation("invitations");
  const { user_id, username, created_time, rewards } = invitee;
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0 } }}
    >
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2, typography: "body2" }}>
        <Link component={RouterLink} to={`/panel/user?keyword=${user_id}`} color="inherit" noWrap>
          {username}
        </Link>
        <Box component="span" sx={{ color: "text.secondary" }}>
          <TimeText relative value={created_time} />
        </Box>
      </Stack>
      {rewards.map((reward) => (
        <Reward key={reward.id} reward={reward} />
      ))}
      {rewards.length === 0 && (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("panel.no_reward")}
        </Typography>
      )}
    </Box>
  );
}

const tones = { pending: "info", paid: "success", cancelled: "neutral" } as const;

function Reward({ reward }: { reward: InviterInvitee["rewards"][number] }) {
  const { t } = useTranslation("invitations");
  const { kind, quota, status, due_time, reason } = reward;
  const hint =
    status === "pending"
      ? t("panel.due", { time: formatDate(due_time) })
      : reason !== ""
        ? t(`reason.${reason}`)
        : undefined;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, mt: 0.75, typography: "body2" }}>
      <Box component="span" sx={{ flex: 1, minWidth: 0, color: "text.secondary" }}>
        {t(`kind.${kind}`)}
        {hint !== undefined && ` · ${hint}`}
      </Box>
      <StatusChip tone={tones[status]} label={t(`status.${status}`)} />
      <QuotaText value={quota} />
    </Stack>
  );
}
