import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { openNotice } from "./notice-store";

/** Opens the announcement again; nothing while there is none. The browser's own tooltip keeps the sign-in page small. */
export function NoticeButton() {
  const { t } = useTranslation("shell");
  const { notice_hash } = useSiteInfo();
  if (notice_hash === "") return null;
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
