import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { ContentPiece, ContentSkeleton } from "../../widgets/site-content/site-content";
import { noticeQuery } from "./notice-query";

/** The announcement in a dialog; closing it marks it as read. */
export function NoticeDialog({ hash, onClose }: { hash: string; onClose: () => void }) {
  const { t } = useTranslation(["shell", "common"]);
  const notice = useQuery(noticeQuery(hash));
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="notice-title">
      <DialogTitle id="notice-title">{t("notice.title")}</DialogTitle>
      <DialogContent
        dividers
        tabIndex={0}
        // Headings of the text stay below the dialog's own.
        sx={{ "&& h1, && h2": { fontSize: 18, lineHeight: "26px", letterSpacing: 0, mt: 3, mb: 1 } }}
      >
        {notice.error ? (
          <ErrorState
            title={t("common:loadFailed")}
            message={describeError(notice.error)}
            onRetry={() => void notice.refetch()}
          />
        ) : notice.data === undefined ? (
          <ContentSkeleton />
        ) : (
          <ContentPiece text={notice.data} />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t("common:close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
