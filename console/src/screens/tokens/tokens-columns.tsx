import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Token } from "@tollgate/contract/tokens";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { CaptureSign } from "../../widgets/captures/capture-sign";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { TokenStatus } from "./token-status";
import { fetchTokenKey } from "./tokens-queries";

/** What the list's cells can do; the page says how. */
export interface TokenCellActions {
  edit: (token: Token) => void;
  toggle: (token: Token, enabled: boolean) => void;
  /** The browser refused to copy; the key is shown instead. */
  showKey: (token: Token, key: string) => void;
}

/** What a row of the token list shows. */
export function tokenColumns(t: TFunction<"tokens">, actions: TokenCellActions): DataColumn<Token>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { minWidth: 160 },
      cell: ({ row }) => <RowLink label={row.original.name} onOpen={() => actions.edit(row.original)} />,
    },
    {
      id: "key",
      header: t("columns.key"),
      meta: { leaves: 5 },
      cell: ({ row }) => <MaskedKey token={row.original} actions={actions} />,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
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
      meta: { leaves: 2 },
      cell: ({ row }) => <TimeText relative value={row.original.accessed_time} none={t("never_used")} />,
    },
    {
      id: "expired_time",
      header: t("columns.expired_time"),
      enableSorting: true,
      meta: { leaves: 4 },
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
    </Stack>
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

/** What the token may still spend; without a limit of its own it says so. */
export function Remaining({ token }: { token: Token }) {
  const { t } = useTranslation("tokens");
  if (!token.unlimited_quota) return <QuotaText value={token.remain_quota} />;
  return (
    <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
      {t("unlimited")}
    </Box>
  );
}
