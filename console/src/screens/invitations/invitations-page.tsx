import GroupAddOutlinedIcon from "@mui/icons-material/GroupAddOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Inviter } from "@tollgate/contract/invitations";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { describeError } from "../../lib/describe-error";
import { formatNumber } from "../../lib/format-number";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { inviterColumns } from "./invitations-columns";
import { invitersQuery, inviteTotalsQuery } from "./invitations-queries";
import { InviterPanel } from "./inviter-panel";

const listOptions = { defaultOrder: "-earned" };

/** Fetches what the page asks for first. */
export function prefetchInvitations(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, invitersQuery(startQuery(listOptions))),
    prefetchQuietly(client, inviteTotalsQuery),
  ]);
}

/** Who invites users, and what that costs. */
export function InvitationsPage() {
  const { t } = useTranslation("invitations");
  const state = useListState(listOptions);
  const inviters = useQuery(invitersQuery(state.query));
  const [opened, setOpened] = useState<Inviter>();
  const columns = useMemo(() => inviterColumns(t, setOpened), [t]);
  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} />
      <Totals />
      <DataTable<Inviter>
        label={t("title")}
        storageName="invitations"
        columns={columns}
        rows={inviters.data?.data}
        rowId={({ user_id }) => String(user_id)}
        rowLabel={({ username }) => username}
        list={state}
        total={inviters.data?.total_count}
        fetching={inviters.isFetching}
        error={inviters.error ? describeError(inviters.error) : undefined}
        onRetry={() => void inviters.refetch()}
        toolbar={
          <ListToolbar
            search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
            onRefresh={() => void inviters.refetch()}
            refreshing={inviters.isFetching}
          />
        }
        card={(row) => <InviterCard row={row} onOpen={() => setOpened(row)} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<GroupAddOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
          />
        }
      />
      {opened && <InviterPanel inviter={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** All invitations in sum. */
function Totals() {
  const { t } = useTranslation("invitations");
  const { data, error } = useQuery(inviteTotalsQuery);
  if (error && !data) return null;
  const amount = (name: "earned" | "pending" | "cancelled") => data && <QuotaText value={data[name]} />;
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        mb: 2,
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(4, minmax(0, 1fr))" },
      }}
    >
      <StatCard
        label={t("totals.invited")}
        value={data && formatNumber(data.invited)}
        note={data && t("totals.inviters", { count: data.inviters })}
      />
      <StatCard label={t("totals.earned")} value={amount("earned")} />
      <StatCard label={t("totals.pending")} value={amount("pending")} />
      <StatCard label={t("totals.cancelled")} value={amount("cancelled")} />
    </Box>
  );
}

/** A row on a phone. */
function InviterCard({ row, onOpen }: { row: Inviter; onOpen: () => void }) {
  const { t } = useTranslation("invitations");
  return (
    <Stack
      component="button"
      type="button"
      onClick={onOpen}
      sx={{ font: "inherit", color: "inherit", textAlign: "left", border: 0, p: 0, bgcolor: "transparent" }}
    >
      <Typography noWrap sx={{ fontWeight: 500 }}>
        {row.username}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("invited", { count: row.invited })} · <QuotaText value={row.earned} />
      </Typography>
    </Stack>
  );
}
