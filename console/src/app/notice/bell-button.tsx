import NotificationsNoneIcon from "@mui/icons-material/NotificationsNoneOutlined";
import Badge from "@mui/material/Badge";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { openAnnouncements, useAnnouncementsOpen, useSeenNotice } from "./notice-store";

const AnnouncementsDialog = lazy(() =>
  import("./announcements-dialog").then((module) => ({ default: module.AnnouncementsDialog })),
);

/** Opens the announcements; a dot marks the current one as unread. */
export function BellButton() {
  const { t } = useTranslation("shell");
  const { notice_hash } = useSiteInfo();
  const unread = useSeenNotice() !== notice_hash && notice_hash !== "";
  const open = useAnnouncementsOpen();
  return (
    <>
      <IconButton
        aria-label={t(unread ? "notice.unread" : "notice.list")}
        title={t("notice.list")}
        aria-haspopup="dialog"
        onClick={openAnnouncements}
        sx={{ color: "text.secondary" }}
      >
        <Badge variant="dot" color="error" invisible={!unread} overlap="circular">
          <NotificationsNoneIcon />
        </Badge>
      </IconButton>
      <Suspense fallback={null}>{open && <AnnouncementsDialog />}</Suspense>
    </>
  );
}
