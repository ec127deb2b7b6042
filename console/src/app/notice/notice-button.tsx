import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { openNotice } from "./notice-store";

/** Opens the announcement again; nothing while there is none. */
export function NoticeButton() {
  const { t } = useTranslation("shell");
  const { notice_hash } = useSiteInfo();
  if (notice_hash === "") return null;
  return (
    <Tooltip title={t("notice.title")}>
      <IconButton
        aria-label={t("notice.title")}
        aria-haspopup="dialog"
        onClick={openNotice}
        sx={{ color: "text.secondary" }}
      >
        <CampaignOutlinedIcon />
      </IconButton>
    </Tooltip>
  );
}
