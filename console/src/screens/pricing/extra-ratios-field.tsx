import AddIcon from "@mui/icons-material/Add";
import CloseIcon from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import {
  dollarsPerMillion,
  type ExtraRatioKey,
  extraRatioClasses,
  extraRatioKeys,
} from "@tollgate/contract/cost";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import type { PriceValues } from "./price-values";

/** Ratios of token classes that differ from the standard ones, one row each; the prices of tools are kept as they are. */
export function ExtraRatiosField() {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const { control, setValue } = useFormContext<PriceValues>();
  const ratios = useWatch({ control, name: "extra_ratios" }) as Partial<Record<ExtraRatioKey, number>>;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const set = extraRatioKeys.filter((key) => ratios[key] !== undefined);
  const free = extraRatioKeys.filter((key) => ratios[key] === undefined);
  const change = (next: Partial<Record<ExtraRatioKey, number>>) =>
    setValue("extra_ratios", next, { shouldDirty: true });
  const nameOf = (key: ExtraRatioKey) => t(`price-explanation:class.${extraRatioClasses[key].tokenClass}`);

  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("field.extra_hint")}
      </Typography>
      {set.map((key) => (
        <RatioRow
          key={key}
          ratioKey={key}
          label={nameOf(key)}
          onRemove={() => change(Object.fromEntries(Object.entries(ratios).filter(([name]) => name !== key)))}
        />
      ))}
      {free.length > 0 && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ alignSelf: "flex-start" }}
        >
          {t("field.extra_add")}
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {free.map((key) => (
          <MenuItem
            key={key}
            onClick={() => {
              change({ ...ratios, [key]: extraRatioClasses[key].ratio });
              setAnchor(null);
            }}
          >
            {nameOf(key)}
            <Typography variant="caption" sx={{ color: "text.secondary", ml: "auto", pl: 3 }}>
              {t("field.extra_default", { ratio: formatNumber(extraRatioClasses[key].ratio, 3) })}
            </Typography>
          </MenuItem>
        ))}
      </Menu>
    </Stack>
  );
}

interface RatioRowProps {
  ratioKey: ExtraRatioKey;
  label: string;
  onRemove: () => void;
}

function RatioRow({ ratioKey, label, onRemove }: RatioRowProps) {
  const { t } = useTranslation("pricing");
  const { control } = useFormContext<PriceValues>();
  const side = useWatch({ control, name: extraRatioClasses[ratioKey].side });
  const name = `extra_ratios.${ratioKey}` as "extra_ratios";
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({ name, label });
  const [text, setText] = useState(() => (typeof field.value === "number" ? String(field.value) : ""));
  const ratio = Number(field.value);
  const price = dollarsPerMillion(side * ratio);
  return (
    <Stack direction="row" sx={{ alignItems: "flex-start", gap: 1 }}>
      <TextField
        inputRef={field.ref}
        label={label}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          field.onChange(
            event.target.value.trim() === "" ? Number.NaN : Number(event.target.value.replace(",", ".")),
          );
        }}
        onBlur={field.onBlur}
        error={invalid}
        helperText={helper}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: "decimal", "aria-label": t("field.extra_ratio", { name: label }) },
          input: {
            startAdornment: <Typography sx={{ color: "text.secondary", mr: 0.75 }}>×</Typography>,
            endAdornment: (
              <Typography variant="caption" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
                {Number.isFinite(price) && t("field.extra_price", { price: formatUnitPrice(price) })}
              </Typography>
            ),
          },
        }}
      />
      <IconButton aria-label={t("field.extra_remove", { name: label })} onClick={onRemove} sx={{ mt: 0.25 }}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
}
