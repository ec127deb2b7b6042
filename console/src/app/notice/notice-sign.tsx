import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { openNotice } from "./notice-store";

/** The button that opens the announcement. */
export function NoticeSign() {
  const { t } = useTranslation("shell");
  return (
    <IconButton
      aria-label={t("notice.title")}
      title={t("notice.title")}
      aria-haspopup="dialog"
      onClick={openNotice}
      sx={{ color: "text.secondary" }}
    >
      <CampaignOutlinedIcon />
    </IconButton>
  );
}
