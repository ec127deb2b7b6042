import ScienceOutlinedIcon from "@mui/icons-material/ScienceOutlined";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";

/** Marks a sandbox, which responds locally with generated text. */
export function SandboxChip() {
  const { t } = useTranslation("channels");
  return <StatusChip tone="info" label={t("sandbox")} icon={<ScienceOutlinedIcon />} />;
}

/** The same as an icon, for rows that name the provider anyway. */
export function SandboxMark() {
  const { t } = useTranslation("channels");
  return (
    <Tooltip title={t("sandbox_hint")}>
      <ScienceOutlinedIcon role="img" aria-label={t("sandbox")} sx={{ fontSize: 16, color: "info.main" }} />
    </Tooltip>
  );
}
