import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { TaskDetail, TaskRow } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { useSession } from "../../lib/session/session";
import { isOpen } from "../../widgets/task-status/open-task";
import { PromptForm } from "./prompt-form";
import { modalOf, submit } from "./send-follow-up";
import { useCopyRequest, useSubmission } from "./use-submission";

/** Code of a submission that waits for input. */
const waitsCode = 21;
const inputs: Readonly<Record<string, "prompt" | "mask">> = { CUSTOM_ZOOM: "prompt", INPAINT: "mask" };

interface WaitingInputProps {
  detail: TaskDetail;
  /** Of the task's submission; undefined: unknown. */
  code: number | undefined;
  onStarted: (taskId: string) => void;
}

/** What a task of the reader waits for: a form for a prompt; the request for a mask, which no form here can draw. */
export function WaitingInput({ detail, code, onStarted }: WaitingInputProps) {
  const { task, followed_by } = detail;
  const own = useSession()?.id === task.user_id;
  const input = code === waitsCode && isOpen(task) ? inputs[task.action] : undefined;
  // A task that was answered has a follow-up.
  if (!own || input === undefined || followed_by.length > 0) return null;
  return <Input task={task} input={input} onStarted={onStarted} />;
}

interface InputProps {
  task: TaskRow;
  input: "prompt" | "mask";
  onStarted: (taskId: string) => void;
}

function Input({ task, input, onStarted }: InputProps) {
  const { t } = useTranslation("midjourney");
  const send = useSubmission(
    (prompt: string, getKey) => submit(modalOf(task.task_id, { prompt }), getKey),
    onStarted,
  );
  const copy = useCopyRequest();
  return (
    <Box component="section" aria-label={t("waiting.title")} sx={{ mb: 3 }}>
      <Typography variant="subtitle2">{t("waiting.title")}</Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
        {t(`waiting.${input}`)}
      </Typography>
      {input === "prompt" ? (
        <PromptForm
          label={t("waiting.title")}
          initial={task.prompt}
          sending={send.isPending}
          onSend={(prompt) => send.mutate(prompt)}
        />
      ) : (
        <Button
          size="small"
          variant="outlined"
          sx={{ mt: 1 }}
          onClick={() => void copy(modalOf(task.task_id, { prompt: task.prompt, maskBase64: maskExample }))}
        >
          {t("follow_ups.copy")}
        </Button>
      )}
    </Box>
  );
}

const maskExample = "data:image/png;base64,…";
