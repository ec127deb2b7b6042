import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { UserGroup } from "@tollgate/contract/groups";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";

/** Maximum number of groups shown as buttons. */
const mostButtons = 6;

interface GroupChoiceProps {
  groups: UserGroup[];
  chosen: UserGroup | undefined;
  onChoose: (symbol: string) => void;
}

/** The groups with their ratio and rate; prices are shown for the chosen one. With one group there is nothing to choose. */
export function GroupChoice({ groups, chosen, onChoose }: GroupChoiceProps) {
  const { t } = useTranslation("price-list");
  const label = ({ name, ratio, api_rate }: UserGroup): string =>
    t("groupTerms", {
      name,
      ratio: formatNumber(ratio, 4),
      count: api_rate,
      rate: formatNumber(api_rate),
    });
  if (groups.length < 2) return null;
  if (groups.length > mostButtons)
    return (
      <TextField
        select
        label={t("group")}
        value={chosen?.symbol ?? ""}
        onChange={(event) => onChoose(event.target.value)}
        sx={{ mb: 2, maxWidth: 420 }}
      >
        {groups.map((group) => (
          <MenuItem key={group.symbol} value={group.symbol}>
            {label(group)}
          </MenuItem>
        ))}
      </TextField>
    );
  return (
    <Stack direction="row" role="group" aria-label={t("group")} sx={{ gap: 1, flexWrap: "wrap", mb: 2 }}>
      {groups.map((group) => {
        const pressed = group.symbol === chosen?.symbol;
        return (
          <Chip
            key={group.symbol}
            label={label(group)}
            variant={pressed ? "filled" : "outlined"}
            color={pressed ? "primary" : "default"}
            aria-pressed={pressed}
            onClick={() => onChoose(group.symbol)}
            sx={{ height: 32 }}
          />
        );
      })}
    </Stack>
  );
}
