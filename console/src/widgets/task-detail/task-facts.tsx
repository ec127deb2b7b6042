import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { TaskDetail } from "@tollgate/contract/tasks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { FactList, type ListedFact } from "../../design-system/fact/fact-list";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { useSession } from "../../lib/session/session";
import { ObjectLink } from "../object-link/object-link";
import { isOpen } from "../task-status/open-task";
import { TaskElapsed } from "../task-status/task-elapsed";

interface TaskFactsProps {
  detail: TaskDetail;
  everybody: boolean;
  path: string;
}

/** Who submitted the task, when it moved, where it went, and what belongs to it. */
export function TaskFacts({ detail, everybody, path }: TaskFactsProps) {
  const { t } = useTranslation("task-detail");
  const { task, log, continues, followed_by, submitted_at, started_at, finished_at } = detail;
  const own = useSession()?.id === task.user_id;
  const fact = (label: string, value: ReactNode): ListedFact | false =>
    value !== null && value !== "" && value !== false && { label, value };
  const time = (milliseconds: number) =>
    milliseconds > 0 && <TimeText value={Math.floor(milliseconds / 1000)} />;
  return (
    <FactList
      facts={[
        fact(t("fact.submitted"), time(submitted_at)),
        fact(t("fact.started"), time(started_at)),
        fact(t("fact.finished"), time(finished_at)),
        fact(t("fact.elapsed"), <TaskElapsed from={submitted_at} to={finished_at} open={isOpen(task)} />),
        everybody &&
          fact(t("fact.user"), task.username && <ObjectLink list="/panel/user" name={task.username} />),
        fact(
          t("fact.token"),
          task.token_name &&
            (own ? <ObjectLink list="/panel/token" name={task.token_name} /> : task.token_name),
        ),
        everybody && fact(t("fact.channel"), task.channel_id !== 0 && <ChannelLink task={task} />),
        fact(
          t("fact.log"),
          log && (
            <Link component={RouterLink} to={`/panel/log?id=${log.id}`}>
              {t("fact.open_log")}
            </Link>
          ),
        ),
        fact(t("fact.continues"), continues && <TaskLink path={path} id={continues} />),
        fact(
          t("fact.followed_by"),
          followed_by.length > 0 && (
            <Stack>
              {followed_by.map((id) => (
                <TaskLink key={id} path={path} id={id} />
              ))}
            </Stack>
          ),
        ),
        fact(t("fact.task_id"), copied(task.task_id)),
        fact(t("fact.request_id"), task.request_id && copied(task.request_id)),
        fact(t("fact.notify_hook"), task.notify_hook && copied(task.notify_hook)),
      ]}
    />
  );
}

/** A deleted channel has no name and no page. */
function ChannelLink({ task }: { task: TaskDetail["task"] }) {
  if (task.channel_name === "") return `#${task.channel_id}`;
  return (
    <Link component={RouterLink} to={`/panel/channel/${task.channel_id}`} sx={{ overflowWrap: "anywhere" }}>
      {`${task.channel_name} #${task.channel_id}`}
    </Link>
  );
}

function TaskLink({ path, id }: { path: string; id: string }) {
  return (
    <Link
      component={RouterLink}
      to={`${path}?id=${encodeURIComponent(id)}`}
      sx={{ overflowWrap: "anywhere" }}
    >
      <MonoText wrap>{id}</MonoText>
    </Link>
  );
}

function copied(text: string) {
  return (
    <MonoText copy wrap>
      {text}
    </MonoText>
  );
}
