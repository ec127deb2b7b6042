import type { TaskDetail } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { FactList } from "../../design-system/fact/fact-list";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatNumber } from "../../lib/format-number";

/** How the platform is queried about a task, for administrators. */
export function PollingFacts({ polling }: { polling: NonNullable<TaskDetail["polling"]> }) {
  const { t } = useTranslation("task-detail");
  const { polls, next_poll_at, problem } = polling;
  return (
    <FactList
      facts={[
        { label: t("polling.polls"), value: formatNumber(polls) },
        {
          label: t("polling.next"),
          value: <TimeText value={Math.floor(next_poll_at / 1000)} none={t("polling.never")} />,
        },
        problem !== "" && { label: t("polling.problem"), value: problem },
      ]}
    />
  );
}
