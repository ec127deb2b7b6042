import { useQuery } from "@tanstack/react-query";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { useLive } from "../../lib/live/live";
import type { OpenTask } from "../../widgets/task-detail/use-open-task";
import { Lightbox } from "./lightbox";
import { pictureListQuery } from "./midjourney-queries";

interface OpenPictureProps {
  shown: OpenTask;
  /** Pictures of the page; undefined while it is loading. */
  pictures: MidjourneyTask[] | undefined;
  everybody: boolean;
  onDetails: (id: string) => void;
}

/** The picture of the address, of the page or, by a link, of another one. */
export function OpenPicture({ shown, pictures, everybody, onDetails }: OpenPictureProps) {
  const { t } = useTranslation("midjourney");
  const at = pictures?.findIndex(({ task_id }) => task_id === shown.id) ?? -1;
  const found = useQuery({
    ...pictureListQuery(everybody, { mj_id: shown.id, page: 1, size: 1 }, useLive()),
    enabled: pictures !== undefined && at === -1,
  });
  const task = at === -1 ? found.data?.data.find(({ task_id }) => task_id === shown.id) : pictures?.[at];
  if (task)
    return (
      <Lightbox
        task={task}
        opened={shown}
        everybody={everybody}
        place={at === -1 ? "" : `${at + 1} / ${pictures?.length ?? 0}`}
        onDetails={() => onDetails(task.task_id)}
        onStarted={onDetails}
      />
    );
  if (found.isFetching || pictures === undefined) return null;
  return (
    <SidePanel open onClose={shown.close} title={t("title")}>
      <ErrorState
        title={t("missing")}
        message={found.error ? describeError(found.error) : t("missing_hint")}
      />
    </SidePanel>
  );
}
