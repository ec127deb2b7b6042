import PlaylistAddCheckIcon from "@mui/icons-material/PlaylistAddCheck";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ChannelTestRun } from "@tollgate/contract/channels";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { testRunQuery, useRefreshChannels, useStartTestRun } from "./channels-queries";

/** Results of a run so far: `10 passed · 2 failed · 1 disabled`. */
export function runFacts(t: TFunction<"channels">, run: ChannelTestRun): string {
  const facts = [t("run.passed", { count: run.passed }), t("run.failed", { count: run.failed })];
  for (const name of ["skipped", "disabled", "enabled", "kept"] as const) {
    if (run[name] > 0) facts.push(t(`run.${name}`, { count: run[name] }));
  }
  return facts.join(" · ");
}

function testedOf({ passed, failed, skipped }: ChannelTestRun): number {
  return passed + failed + skipped;
}

/** Begins a test of all channels, after a question: it sends real calls and may switch channels. Disabled where there are none. */
export function TestRunButton({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("channels");
  const confirm = useConfirm();
  const { data: run } = useQuery(testRunQuery);
  const start = useStartTestRun();
  const running = run?.state === "running";
  const ask = async () => {
    const question = { title: t("run.question"), body: t("run.body"), confirmLabel: t("run.confirm") };
    if (await confirm(question)) start.mutate(undefined);
  };
  return (
    <Button
      variant="outlined"
      startIcon={<PlaylistAddCheckIcon />}
      onClick={() => void ask()}
      loading={running || start.isPending}
      loadingPosition="start"
      disabled={disabled}
    >
      {t("run.start")}
    </Button>
  );
}

/** Progress of the test of all channels; nothing without a run. Shows the result when it ends. */
export function TestRunProgress() {
  const { t } = useTranslation("channels");
  const { data: run } = useQuery(testRunQuery);
  useRunEnd(run);
  if (run?.state !== "running") return null;
  const tested = testedOf(run);
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.25, mb: 2 }}>
      <Stack
        direction="row"
        sx={{ flexWrap: "wrap", columnGap: 2, justifyContent: "space-between", mb: 0.75 }}
      >
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {t("run.progress", { tested, count: run.total, total: run.total })}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary", fontVariantNumeric: "tabular-nums" }}>
          {runFacts(t, run)}
        </Typography>
      </Stack>
      <LinearProgress
        variant="determinate"
        value={run.total === 0 ? 100 : (tested / run.total) * 100}
        aria-label={t("run.progress", { tested, count: run.total, total: run.total })}
      />
    </Paper>
  );
}

/** Shows the result of a run that was seen running, and refetches rows as they change. */
function useRunEnd(run: ChannelTestRun | undefined): void {
  const { t } = useTranslation("channels");
  const refresh = useRefreshChannels();
  const seen = useRef<number>(undefined);
  const tested = run?.state === "running" ? testedOf(run) : 0;
  useEffect(() => {
    if (tested > 0) void refresh();
  }, [tested, refresh]);
  useEffect(() => {
    if (!run) return;
    if (run.state === "running") {
      seen.current = run.started_at;
      return;
    }
    if (seen.current !== run.started_at) return;
    seen.current = undefined;
    void refresh();
    if (run.state === "stopped") notify.warning(t("run.stopped"));
    else if (run.failed > 0) notify.warning(runFacts(t, run), { title: t("run.done") });
    else notify.success(runFacts(t, run), { title: t("run.done") });
  }, [run, refresh, t]);
}
