import NotificationsNoneIcon from "@mui/icons-material/NotificationsNoneOutlined";
import Badge from "@mui/material/Badge";
import IconButton from "@mui/material/IconButton";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { openAnnouncements, useAnnouncementsOpen, useSeenNotice } from "./notice-store";

const AnnouncementsDialog = lazyPart(
  async () => (await import("./announcements-dialog")).AnnouncementsDialog,
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
