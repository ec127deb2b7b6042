import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Invitee, InviteReward } from "@tollgate/contract/invitations";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { formatDate } from "../../lib/format-time";
import { QuotaText } from "../quota-text/quota-text";
import { inviteesQuery } from "./invite-queries";

/** Users who registered with the viewer's link, ten per page, with their rewards. */
export function InviteeList() {
  const { t } = useTranslation("invite-card");
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(inviteesQuery(page));
  if (error && !data) return <Typography variant="body2">{describeError(error)}</Typography>;
  if (!data) return <Skeleton height={80} aria-busy />;
  const pages = Math.ceil(data.total_count / data.size);
  return (
    <Box>
      <Box component="ul" aria-label={t("list")} sx={{ m: 0, p: 0, listStyle: "none" }}>
        {data.data.map((invitee, index) => (
          <Row key={`${data.page} ${index}`} invitee={invitee} />
        ))}
      </Box>
      {pages > 1 && (
        <Stack direction="row" sx={{ alignItems: "center", justifyContent: "flex-end", gap: 1, mt: 1 }}>
          <Typography variant="body2" sx={{ color: "text.secondary", mr: 1 }}>
            {t("page", { page: data.page, pages })}
          </Typography>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("previous")}
          </Button>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t("next")}
          </Button>
        </Stack>
      )}
    </Box>
  );
}

function Row({ invitee }: { invitee: Invitee }) {
  const { t } = useTranslation("invite-card");
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: "flex-start",
        justifyContent: "space-between",
        gap: 2,
        py: 1,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ minWidth: 0, typography: "body2" }}>
        <Box sx={{ fontWeight: 500 }}>{invitee.name}</Box>
        <Box sx={{ color: "text.secondary" }}>
          <TimeText relative value={invitee.created_time} />
        </Box>
      </Box>
      <Stack sx={{ alignItems: "flex-end", typography: "body2" }}>
        {invitee.rewards.map((reward) => (
          <Reward key={reward.kind} reward={reward} />
        ))}
        {invitee.rewards.length === 0 && (
          <Box component="span" sx={{ color: "text.secondary" }}>
            {t("no_reward")}
          </Box>
        )}
      </Stack>
    </Stack>
  );
}

function Reward({ reward: { kind, quota, status, due_time } }: { reward: InviteReward }) {
  const { t } = useTranslation("invite-card");
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
      <Box component="span" sx={{ color: "text.secondary" }}>
        {t(`kind.${kind}`)}
        {" · "}
        {status === "pending" ? t("due", { time: formatDate(due_time) }) : t(`status.${status}`)}
      </Box>
      <Box
        component="span"
        sx={{ ...(status === "cancelled" && { textDecoration: "line-through", color: "text.secondary" }) }}
      >
        <QuotaText value={quota} signed={status === "paid"} />
      </Box>
    </Stack>
  );
}
