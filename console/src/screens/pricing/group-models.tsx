import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { RowLink } from "../../design-system/data-table/row-link";
import type { PriceGroup } from "./price-groups";

/** Number of models shown in a row; the others are listed on hover. */
const shownMost = 3;
const namedMost = 40;

/** The models of a group: the first opens the editor of all of them. */
export function GroupModels({ group, onEdit }: { group: PriceGroup; onEdit: (group: PriceGroup) => void }) {
  const { t } = useTranslation("pricing");
  const [first = "", ...others] = group.models;
  const shown = others.slice(0, shownMost - 1);
  const hidden = others.slice(shown.length);
  const named = hidden.slice(0, namedMost).join(", ");
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.75, flexWrap: "wrap", minWidth: 0, py: 0.5 }}>
      <RowLink label={first} onOpen={() => onEdit(group)} />
      {shown.map((model) => (
        <Chip key={model} size="small" variant="outlined" label={model} sx={{ maxWidth: 220 }} />
      ))}
      {hidden.length > 0 && (
        <Tooltip title={hidden.length > namedMost ? `${named} …` : named}>
          <Chip size="small" tabIndex={0} label={t("groups.more", { count: hidden.length })} />
        </Tooltip>
      )}
    </Stack>
  );
}
