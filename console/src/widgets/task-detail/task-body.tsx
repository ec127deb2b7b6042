import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TaskDetail } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { CodeView } from "../../design-system/code-view/code-view";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { FormSection } from "../../design-system/form/form-section";
import { PollingFacts } from "./polling-facts";
import { TaskFacts } from "./task-facts";
import { TaskHead } from "./task-head";
import { TaskPriceSection } from "./task-price-section";
import { TaskResults } from "./task-results";
import { TaskTimeline } from "./task-timeline";

interface TaskBodyProps {
  detail: TaskDetail;
  everybody: boolean;
  path: string;
}

/** Everything about a task, the result first. */
export function TaskBody({ detail, everybody, path }: TaskBodyProps) {
  const { t } = useTranslation("task-detail");
  const { task, timeline, polling } = detail;
  return (
    <>
      <FormSection>
        <TaskHead detail={detail} />
        {task.fail_reason !== "" && task.task_state !== "expired" && <FailReason text={task.fail_reason} />}
        <TaskResults detail={detail} />
      </FormSection>
      {task.prompt !== "" && <Prompt text={task.prompt} />}
      <FormSection title={t("section.price")}>
        <TaskPriceSection detail={detail} />
      </FormSection>
      <FormSection title={t("section.facts")}>
        <TaskFacts detail={detail} everybody={everybody} path={path} />
      </FormSection>
      {timeline.length > 0 && (
        <FormSection title={t("section.timeline")}>
          <TaskTimeline steps={timeline} />
        </FormSection>
      )}
      {everybody && polling && (
        <FormSection title={t("section.polling")}>
          <PollingFacts polling={polling} />
        </FormSection>
      )}
      <JsonSection title={t("section.request")} value={task.properties} />
      <JsonSection title={t("section.response")} value={task.data} />
    </>
  );
}

/** The platform's own message, always as text. */
function FailReason({ text }: { text: string }) {
  return (
    <Alert severity="error" sx={{ "& .MuiAlert-message": { minWidth: 0, overflowWrap: "anywhere" } }}>
      {text}
    </Alert>
  );
}

function Prompt({ text }: { text: string }) {
  const { t } = useTranslation("task-detail");
  return (
    <FormSection title={t("section.prompt")}>
      <Stack direction="row" sx={{ alignItems: "flex-start", gap: 1 }}>
        <Typography
          variant="body2"
          sx={{
            flex: 1,
            minWidth: 0,
            maxHeight: 240,
            overflow: "auto",
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
          }}
        >
          {text}
        </Typography>
        <CopyButton text={text} label={t("section.prompt")} />
      </Stack>
    </FormSection>
  );
}

/** What was sent or came back, as it is; nothing where it is empty. */
function JsonSection({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  const code = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  if (code === "" || code === "{}" || code === "[]") return null;
  return (
    <CollapsedSection title={title}>
      <CodeView code={code} label={title} />
    </CollapsedSection>
  );
}
