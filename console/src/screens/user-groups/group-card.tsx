import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { UsedGroup } from "@tollgate/contract/groups";
import { useTranslation } from "react-i18next";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { formatNumber, formatRatio } from "../../lib/format-number";
import { type GroupCellActions, GroupStatus, GroupUse } from "./user-groups-columns";

/** A group on a phone: its name, what it multiplies prices by, who uses it. */
export function GroupCard({ group, actions }: { group: UsedGroup; actions: GroupCellActions }) {
  const { t } = useTranslation("user-groups");
  return (
    <Stack sx={{ gap: 1 }}>
      <RowLink label={group.name} onOpen={() => actions.edit(group)} />
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", typography: "body2", alignItems: "center" }}>
        <MonoText>{group.symbol}</MonoText>
        <Box component="span">{formatRatio(group.ratio)}</Box>
        <Box component="span">{t("rate", { count: group.api_rate, rate: formatNumber(group.api_rate) })}</Box>
      </Stack>
      <GroupUse group={group} />
      <GroupStatus group={group} actions={actions} />
    </Stack>
  );
}
