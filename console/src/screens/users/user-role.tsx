import AdminPanelSettingsOutlinedIcon from "@mui/icons-material/AdminPanelSettingsOutlined";
import Box from "@mui/material/Box";
import { roleName } from "@tollgate/contract/access";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";

/** A role by its name; administrator roles are highlighted. */
export function UserRole({ role }: { role: number }) {
  const { t } = useTranslation("users");
  const name = roleName(role);
  const label = t(`role.${name}`);
  if (name === "user")
    return (
      <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
        {label}
      </Box>
    );
  const tone = { admin: "info", root: "warning", unknown: "neutral" } as const;
  return <StatusChip tone={tone[name]} label={label} icon={<AdminPanelSettingsOutlinedIcon />} />;
}
