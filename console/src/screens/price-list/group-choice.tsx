import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import type { UserGroup } from "@tollgate/contract/groups";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";

interface GroupChoiceProps {
  groups: UserGroup[];
  chosen: UserGroup | undefined;
  onChoose: (symbol: string) => void;
}

/** The groups with their ratio and rate; prices are shown for the chosen one. With one group there is nothing to choose. */
export function GroupChoice({ groups, chosen, onChoose }: GroupChoiceProps) {
  const { t } = useTranslation("price-list");
  if (groups.length < 2) return null;
  return (
    <Stack direction="row" role="group" aria-label={t("group")} sx={{ gap: 1, flexWrap: "wrap", mb: 2 }}>
      {groups.map(({ symbol, name, ratio, api_rate }) => {
        const pressed = symbol === chosen?.symbol;
        return (
          <Chip
            key={symbol}
            label={t("groupTerms", { name, ratio: formatNumber(ratio, 4), rate: formatNumber(api_rate) })}
            variant={pressed ? "filled" : "outlined"}
            color={pressed ? "primary" : "default"}
            aria-pressed={pressed}
            onClick={() => onChoose(symbol)}
            sx={{ height: 32 }}
          />
        );
      })}
    </Stack>
  );
}
