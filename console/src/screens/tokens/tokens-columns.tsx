import HistoryIcon from "@mui/icons-material/History";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { Token } from "@tollgate/contract/tokens";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatRelativeTime } from "../../lib/format-time";
import { BudgetMeter } from "../../widgets/budget/budget-meter";
import { CaptureSign } from "../../widgets/captures/capture-sign";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { SpendingLine } from "./token-spending";
import { TokenStatus } from "./token-status";
import { fetchTokenKey } from "./tokens-queries";

/** Actions of the list's cells, implemented by the page. */
export interface TokenCellActions {
  edit: (token: Token) => void;
  toggle: (token: Token, enabled: boolean) => void;
  /** The browser denied copying; the key is shown instead. */
  showKey: (token: Token, key: string) => void;
}

/** Columns of the token list. */
export function tokenColumns(t: TFunction<"tokens">, actions: TokenCellActions): DataColumn<Token>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 130, minWidth: 160 },
      cell: ({ row }) => <RowLink label={row.original.name} onOpen={() => actions.edit(row.original)} />,
    },
    {
      id: "key",
      header: t("columns.key"),
      meta: { content: 56, leaves: 6 },
      cell: ({ row }) => <MaskedKey token={row.original} actions={actions} />,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      meta: { content: 113 },
      cell: ({ row }) => (
        <>
          <TokenStatus token={row.original} onToggle={(enabled) => actions.toggle(row.original, enabled)} />
          <CaptureSign tokenId={row.original.id} />
        </>
      ),
    },
    {
      id: "used_quota",
      header: t("columns.used_quota"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <QuotaText value={row.original.used_quota} />,
    },
    {
      id: "remain_quota",
      header: t("columns.remain_quota"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <Remaining token={row.original} />,
    },
    {
      id: "budget",
      header: t("columns.budget"),
      meta: { content: 58, leaves: 7 },
      cell: ({ row }) => <Budget token={row.original} />,
    },
    {
      id: "spending",
      header: t("columns.spending"),
      meta: { leaves: 5 },
      cell: ({ row }) => <SpendingLine tokenId={row.original.id} />,
    },
    {
      id: "group",
      header: t("columns.group"),
      meta: { leaves: 3, minWidth: 90 },
      cell: ({ row }) =>
        row.original.group || (
          <Typography component="span" variant="body2" noWrap sx={{ color: "text.secondary" }}>
            {t("own_group")}
          </Typography>
        ),
    },
    ...timeColumns<Token>(t),
  ];
}

/** When a token was created, last used, and expires. */
export function timeColumns<Row extends Token>(t: TFunction<"tokens">): DataColumn<Row>[] {
  return [
    {
      id: "created_time",
      header: t("columns.created_time"),
      enableSorting: true,
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: ({ row }) => <TimeText value={row.original.created_time} />,
    },
    {
      id: "accessed_time",
      header: t("columns.accessed_time"),
      enableSorting: true,
      meta: { content: 87, leaves: 2 },
      cell: ({ row }) => <TimeText relative value={row.original.accessed_time} none={t("never_used")} />,
    },
    {
      id: "expired_time",
      header: t("columns.expired_time"),
      enableSorting: true,
      meta: { content: 68, leaves: 4 },
      cell: ({ row }) => <TimeText relative value={row.original.expired_time} none={t("never")} />,
    },
  ];
}

/** `sk-…last4` with a button that fetches and copies the whole key. */
export function MaskedKey({ token, actions }: { token: Token; actions: Pick<TokenCellActions, "showKey"> }) {
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 0.5 }}>
      <MonoText>{token.key}</MonoText>
      <CopyKey token={token} onFail={(key) => actions.showKey(token, key)} />
      {token.old_key_expires > 0 && <OldKey until={token.old_key_expires} />}
    </Stack>
  );
}

/** The key before the last rotation still works. */
function OldKey({ until }: { until: number }) {
  const { t } = useTranslation("tokens");
  const hint = t("key.old_valid", { time: formatRelativeTime(until) });
  return (
    <Tooltip title={hint}>
      <HistoryIcon titleAccess={hint} tabIndex={0} sx={{ fontSize: 16, color: "warning.main" }} />
    </Tooltip>
  );
}

function CopyKey({ token, onFail }: { token: Token; onFail: (key: string) => void }) {
  const { t } = useTranslation("tokens");
  return (
    <CopyButton
      text={() => fetchTokenKey(token.id)}
      label={t("key.copy", { name: token.name })}
      onFail={onFail}
    />
  );
}

/** What is spent of the token's budget. */
export function Budget({ token }: { token: Token }) {
  const { t } = useTranslation("tokens");
  if (token.budget_period !== "none") return <BudgetMeter budget={token} />;
  return (
    <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
      {t("no_budget")}
    </Box>
  );
}

/** What the token may still spend; or that it has no limit of its own. */
export function Remaining({ token }: { token: Token }) {
  const { t } = useTranslation("tokens");
  if (!token.unlimited_quota) return <QuotaText value={token.remain_quota} />;
  return (
    <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
      {t("unlimited")}
    </Box>
  );
}
