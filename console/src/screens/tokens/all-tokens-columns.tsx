import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import type { TFunction } from "i18next";
import { Link as RouterLink } from "react-router";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { SpendingLine } from "./token-spending";
import { TokenStatus } from "./token-status";
import { Budget, Remaining, timeColumns } from "./tokens-columns";

export interface AllTokenActions {
  toggle: (token: OwnedToken, enabled: boolean) => void;
}

/** Columns of the list of everyone's tokens. */
export function allTokenColumns(t: TFunction<"tokens">, actions: AllTokenActions): DataColumn<OwnedToken>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 130, minWidth: 140 },
      cell: ({ row }) => row.original.name,
    },
    {
      id: "owner",
      header: t("columns.owner"),
      enableHiding: false,
      meta: { content: 81, minWidth: 100 },
      cell: ({ row }) => <Owner token={row.original} />,
    },
    {
      id: "key",
      header: t("columns.key"),
      meta: { content: 56, leaves: 6 },
      cell: ({ row }) => <MonoText>{row.original.key}</MonoText>,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      meta: { content: 113 },
      cell: ({ row }) => (
        <TokenStatus token={row.original} onToggle={(enabled) => actions.toggle(row.original, enabled)} />
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
      meta: { numeric: true, leaves: 3 },
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
    ...timeColumns<OwnedToken>(t),
  ];
}

function Owner({ token }: { token: OwnedToken }) {
  return (
    <Link component={RouterLink} to={`/panel/user?keyword=${token.user_id}`} color="inherit">
      {token.owner_name}
    </Link>
  );
}

/** Someone's token on a phone. */
export function AllTokenCard({ token, actions }: { token: OwnedToken; actions: AllTokenActions }) {
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography sx={{ fontWeight: 500, overflowWrap: "anywhere" }}>{token.name}</Typography>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap", typography: "body2" }}>
        <Owner token={token} />
        <MonoText>{token.key}</MonoText>
        <QuotaText value={token.used_quota} />
      </Stack>
      <TokenStatus token={token} onToggle={(enabled) => actions.toggle(token, enabled)} />
    </Stack>
  );
}
