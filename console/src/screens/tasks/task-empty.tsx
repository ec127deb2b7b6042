import ScheduleIcon from "@mui/icons-material/Schedule";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CodeView } from "../../design-system/code-view/code-view";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { curlOf } from "../../widgets/task-detail/curl-of";
import type { TaskListState } from "./task-filters";

const example = { gpt_description_prompt: "A calm piano piece for a rainy evening", mv: "chirp-v3-5" };

/** No tasks: how to make the first one, or that none fit. */
export function TaskEmpty({ state }: { state: TaskListState }) {
  const { t } = useTranslation("tasks");
  const server = useServerAddress();
  return (
    <ListEmpty
      narrowed={state.narrowed && state.filters.whose === ""}
      onClear={state.clear}
      icon={<ScheduleIcon />}
      title={t("empty.title")}
      description={t("empty.body")}
      action={
        <Box sx={{ width: "min(560px, calc(100vw - 96px))" }}>
          <CodeView label={t("empty.code")} code={curlOf(server, "/suno/submit/music", example)} />
          <Button component={Link} to="/panel/token" sx={{ mt: 1.5 }}>
            {t("empty.action")}
          </Button>
        </Box>
      }
    />
  );
}
