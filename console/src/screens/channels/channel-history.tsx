import HistoryOutlinedIcon from "@mui/icons-material/HistoryOutlined";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { ChannelEventRow } from "./channel-event-row";
import { findUndoable, foldEvents } from "./fold-events";
import { channelEventsQuery, useEnableAgain } from "./channels-queries";

/** What happened to a channel and why, newest first; an automatic status change can be undone in place. */
export function ChannelHistory({ channelId, name }: { channelId: number; name: string }) {
  const { t } = useTranslation("channels");
  const query = useInfiniteQuery(channelEventsQuery(channelId));
  const enable = useEnableAgain();
  if (query.isPending) return <HistorySkeleton />;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t("history.failed")}
        message={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const events = query.data.pages.flatMap((page) => page.data);
  if (events.length === 0) {
    return (
      <EmptyState
        icon={<HistoryOutlinedIcon />}
        title={t("history.empty")}
        description={t("history.empty_hint")}
      />
    );
  }
  const undoId = findUndoable(events);
  const undo = () =>
    enable.mutate(channelId, { onSuccess: () => notify.success(t("history.undone", { name })) });
  return (
    <>
      <Stack
        component="ol"
        aria-label={t("history.title_of", { name })}
        sx={{ m: 0, p: 0, listStyle: "none" }}
      >
        {foldEvents(events).map((repeated) => (
          <ChannelEventRow
            key={repeated.event.id}
            repeated={repeated}
            {...(repeated.event.id === undoId && { onUndo: undo, undoing: enable.isPending })}
          />
        ))}
      </Stack>
      {query.hasNextPage && (
        <Button
          size="small"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
          sx={{ alignSelf: "flex-start", ml: 3.5 }}
        >
          {t("history.more")}
        </Button>
      )}
    </>
  );
}

function HistorySkeleton() {
  const { t } = useTranslation("channels");
  return (
    <Stack role="status" aria-label={t("history.loading")} sx={{ gap: 2 }}>
      {[0, 1, 2].map((row) => (
        <Stack key={row} direction="row" sx={{ gap: 1.25 }}>
          <Skeleton variant="circular" width={18} height={18} />
          <Stack sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="75%" />
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
