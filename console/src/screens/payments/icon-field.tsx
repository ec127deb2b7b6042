import ImageOutlinedIcon from "@mui/icons-material/ImageOutlined";
import Box from "@mui/material/Box";
import MuiTextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { gatewayIcons } from "@tollgate/contract/payments";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import { GatewayIcon, isBuiltInIcon } from "../../widgets/gateway-icon/gateway-icon";
import type { GatewayValues } from "./gateway-values";

const picture = "picture";

/** One of the built-in icons, or the address of a picture. */
export function IconField() {
  const { t } = useTranslation("payments");
  const label = t("field.icon");
  const { field, helper, invalid } = useField<GatewayValues, GatewayValues>({ name: "icon", label });
  const value = String(field.value);
  const [own, setOwn] = useState(!isBuiltInIcon(value));
  const choose = (choice: string | null): void => {
    if (choice === null) return;
    setOwn(choice === picture);
    field.onChange(choice === picture ? "" : choice);
  };
  return (
    <Box>
      <Typography variant="body2" id="gateway-icon-label" sx={{ color: "text.secondary", mb: 0.75 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={own ? picture : value}
        onChange={(_event, next: string | null) => choose(next)}
        aria-labelledby="gateway-icon-label"
        sx={{
          flexWrap: "wrap",
          gap: 1,
          "& .MuiToggleButton-root": { border: 1, borderColor: "divider", borderRadius: 1, m: 0, p: "7px" },
        }}
      >
        {gatewayIcons.map((icon) => (
          <ToggleButton key={icon} value={icon} aria-label={t(`icon.${icon}`)} title={t(`icon.${icon}`)}>
            <GatewayIcon icon={icon} />
          </ToggleButton>
        ))}
        <ToggleButton value={picture} aria-label={t("icon.picture")} title={t("icon.picture")}>
          <ImageOutlinedIcon />
        </ToggleButton>
      </ToggleButtonGroup>
      {own && (
        <MuiTextField
          inputRef={field.ref}
          name={field.name}
          value={value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          label={t("field.icon_address")}
          required
          error={invalid}
          helperText={helper ?? t("field.icon_hint")}
          placeholder="https://…"
          sx={{ mt: 1.5 }}
          slotProps={{
            inputLabel: { shrink: true },
            input: { endAdornment: value !== "" && !invalid ? <GatewayIcon icon={value} /> : null },
          }}
        />
      )}
    </Box>
  );
}
