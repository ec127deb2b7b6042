import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { monoFont } from "../../design-system/theme/tokens";
import type { ComparedModel } from "./compare-models";
import { groupByVendor, type VendorGroup } from "./vendor-groups";

interface ModelPickerListProps {
  models: readonly ComparedModel[];
  picked: ReadonlySet<string>;
  onPick: (models: readonly ComparedModel[], on: boolean) => void;
}

const tones = { new: "success.main", existing: "text.secondary", removed: "warning.main" } as const;

/** Models with a box to tick; rows out of sight are not laid out, so that a thousand of them stay quick. */
export function ModelPickerList({ models, picked, onPick }: ModelPickerListProps) {
  const { t } = useTranslation("model-picker");
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 240,
        maxHeight: { sm: 380 },
        overflowY: "auto",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
      }}
    >
      {models.length === 0 && (
        <Typography variant="body2" sx={{ p: 3, textAlign: "center", color: "text.secondary" }}>
          {t("none_found")}
        </Typography>
      )}
      {groupByVendor(models).map((group) => (
        <Box key={group.vendor} role="group" {...(group.vendor !== "" && { "aria-label": group.vendor })}>
          {group.vendor !== "" && <VendorHeading group={group} picked={picked} onPick={onPick} />}
          {group.models.map((model) => (
            <ModelRow
              key={model.name}
              model={model}
              picked={picked.has(model.name)}
              onPick={(on) => onPick([model], on)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface VendorHeadingProps extends Omit<ModelPickerListProps, "models"> {
  group: VendorGroup;
}

/** A vendor with a box for all of its models. */
function VendorHeading({ group: { vendor, models }, picked, onPick }: VendorHeadingProps) {
  const count = models.filter(({ name }) => picked.has(name)).length;
  return (
    <Box
      component="label"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        px: 1,
        position: "sticky",
        top: 0,
        zIndex: 1,
        bgcolor: "background.paper",
        borderBottom: 1,
        borderColor: "divider",
        cursor: "pointer",
      }}
    >
      <Checkbox
        checked={count === models.length}
        indeterminate={count > 0 && count < models.length}
        onChange={() => onPick(models, count < models.length)}
        slotProps={{ input: { "aria-label": vendor } }}
      />
      <Typography variant="subtitle2" sx={{ flex: 1 }}>
        {vendor}
      </Typography>
      <Typography variant="caption" sx={{ color: "text.secondary", fontVariantNumeric: "tabular-nums" }}>
        {count}/{models.length}
      </Typography>
    </Box>
  );
}

interface ModelRowProps {
  model: ComparedModel;
  picked: boolean;
  onPick: (on: boolean) => void;
}

function ModelRow({ model, picked, onPick }: ModelRowProps) {
  const { t } = useTranslation("model-picker");
  return (
    <Box
      component="label"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        px: 1,
        minHeight: 36,
        cursor: "pointer",
        contentVisibility: "auto",
        containIntrinsicSize: "auto 36px",
        "&:hover": { backgroundColor: "action.hover" },
      }}
    >
      <Checkbox
        checked={picked}
        onChange={(event) => onPick(event.target.checked)}
        slotProps={{ input: { "aria-label": model.name } }}
      />
      <Typography
        variant="body2"
        sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere", fontFamily: monoFont, fontSize: 12.5 }}
      >
        {model.name}
      </Typography>
      <Typography variant="caption" sx={{ color: tones[model.presence], whiteSpace: "nowrap" }}>
        {t(`presence_${model.presence}`)}
      </Typography>
    </Box>
  );
}
