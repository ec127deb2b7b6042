import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { Announcement } from "@tollgate/contract/announcements";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { ContentPiece, ContentSkeleton } from "../../widgets/site-content/site-content";
import { announcementsQuery } from "./announcements-query";
import { closeAnnouncements, markNoticeSeen, useSeenNotice } from "./notice-store";

const step = 10;

/** The announcements, newest first; opening them marks them as read. */
export function AnnouncementsDialog() {
  const { t } = useTranslation(["shell", "common"]);
  const { notice_hash } = useSiteInfo();
  const [size, setSize] = useState(step);
  const [seenBefore] = useState(useSeenNotice());
  const { data, error, refetch, isPlaceholderData } = useQuery(announcementsQuery(size));
  const loaded = data !== undefined;
  useEffect(() => {
    if (loaded && notice_hash !== "") markNoticeSeen(notice_hash);
  }, [loaded, notice_hash]);

  let content: ReactNode = <ContentSkeleton />;
  if (data && data.data.length === 0)
    content = (
      <EmptyState
        icon={<CampaignOutlinedIcon />}
        title={t("notice.empty")}
        description={t("notice.emptyBody")}
      />
    );
  else if (data)
    content = data.data.map((one, index) => (
      <AnnouncementItem key={one.id} announcement={one} isNew={isNew(data.data, index, seenBefore)} />
    ));
  else if (error)
    content = (
      <ErrorState
        title={t("common:loadFailed")}
        message={describeError(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Dialog open onClose={closeAnnouncements} maxWidth="sm" fullWidth aria-labelledby="announcements-title">
      <DialogTitle id="announcements-title">{t("notice.list")}</DialogTitle>
      <DialogContent
        dividers
        tabIndex={0}
        // Headings of the texts stay below the dialog's own.
        sx={{ "&& h1, && h2": { fontSize: 18, lineHeight: "26px", letterSpacing: 0, mt: 2, mb: 1 } }}
      >
        {content}
        {data && data.total_count > data.data.length && (
          <Button onClick={() => setSize(size + step)} loading={isPlaceholderData} sx={{ mt: 2 }}>
            {t("notice.older")}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={closeAnnouncements}>
          {t("common:close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function AnnouncementItem({ announcement, isNew }: { announcement: Announcement; isNew: boolean }) {
  const { t } = useTranslation("shell");
  return (
    <Box
      component="article"
      sx={{ "& + &": { borderTop: 1, borderColor: "divider", mt: 2.5, pt: 2.5 }, overflowWrap: "anywhere" }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: 1, mb: 0.5, color: "text.secondary", fontSize: 13 }}
      >
        <TimeText value={announcement.published_time} />
        {isNew && <Chip size="small" color="primary" label={t("notice.new")} sx={{ height: 20 }} />}
        {announcement.current && !isNew && (
          <Chip size="small" variant="outlined" label={t("notice.current")} sx={{ height: 20 }} />
        )}
      </Stack>
      <ContentPiece text={announcement.text} />
    </Box>
  );
}

/** Announcements newer than the last read one; without it, the current one. */
function isNew(all: readonly Announcement[], index: number, seen: string | null): boolean {
  const place = all.findIndex(({ hash }) => hash === seen);
  return place < 0 ? all[index]?.current === true : index < place;
}
