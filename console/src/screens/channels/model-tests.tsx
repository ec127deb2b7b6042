import PlayArrowOutlinedIcon from "@mui/icons-material/PlayArrowOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ChannelTestResult } from "@tollgate/contract/channels";
import { isWildcard } from "@tollgate/contract/model-pattern";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { formatDuration } from "../../lib/format-number";
import { problemSentence } from "./problem-sentence";
import { TestEvidence } from "./test-evidence";
import type { ModelTest, ModelTestRuns } from "./use-model-tests";

const shownAtFirst = 8;

interface ModelTestsProps {
  models: readonly string[];
  runs: ModelTestRuns;
}

/** Each model with a test button and its result; failures in red, with reason and evidence. */
export function ModelTests({ models, runs }: ModelTestsProps) {
  const { t } = useTranslation("channels");
  const [all, setAll] = useState(false);
  const callable = models.filter((model) => !isWildcard(model));
  const { tests, run, runAll, stop, running } = runs;
  const shown = all ? callable : callable.slice(0, shownAtFirst);
  const { passed, failed, skipped } = countTests([...tests.values()]);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap" }}>
        {running ? (
          <Button size="small" variant="outlined" onClick={stop}>
            {t("tests.stop")}
          </Button>
        ) : (
          <Button
            size="small"
            variant="outlined"
            startIcon={<PlayArrowOutlinedIcon />}
            disabled={callable.length === 0}
            onClick={() => void runAll(callable)}
          >
            {t("tests.test_all")}
          </Button>
        )}
        {tests.size > 0 && (
          <Typography variant="body2" aria-live="polite" sx={{ color: "text.secondary" }}>
            {t(skipped > 0 ? "tests.summary_skipped" : "tests.summary", { passed, failed, skipped })}
          </Typography>
        )}
      </Stack>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: "none" }}>
        {shown.map((model) => (
          <ModelRow key={model} model={model} test={tests.get(model)} onRun={() => void run(model)} />
        ))}
      </Box>
      {shown.length < callable.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t("tests.show_all", { count: callable.length })}
        </Button>
      )}
    </>
  );
}

function countTests(tests: readonly ModelTest[]) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const test of tests) {
    if (test.state === "waiting") continue;
    if (test.state === "done" && test.result.skipped) counts.skipped += 1;
    else counts[test.state === "done" && test.result.success ? "passed" : "failed"] += 1;
  }
  return counts;
}

interface ModelRowProps {
  model: string;
  test: ModelTest | undefined;
  onRun: () => void;
}

function ModelRow({ model, test, onRun }: ModelRowProps) {
  const { t } = useTranslation("channels");
  return (
    <Box
      component="li"
      sx={{ py: 0.75, borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0 } }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, minHeight: 32 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: 13 }}>
          <MonoText wrap>{model}</MonoText>
        </Box>
        <TestOutcome test={test} />
        <Tooltip title={t("tests.run", { model })}>
          <span>
            <IconButton
              size="small"
              aria-label={t("tests.run", { model })}
              onClick={onRun}
              disabled={test?.state === "waiting"}
            >
              <PlayArrowOutlinedIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
      {test?.state === "done" && <Finding result={test.result} />}
      {test?.state === "error" && (
        <Typography variant="body2" sx={{ color: "error.main", overflowWrap: "anywhere" }}>
          {test.message}
        </Typography>
      )}
    </Box>
  );
}

function TestOutcome({ test }: { test: ModelTest | undefined }) {
  const { t } = useTranslation("channels");
  if (!test)
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("tests.not_run")}
      </Typography>
    );
  if (test.state === "waiting") return <CircularProgress size={16} aria-label={t("tests.waiting")} />;
  if (test.state === "error") return <StatusChip tone="error" label={t("response.failed")} />;
  const { success, skipped, time, problem } = test.result;
  if (skipped) return <StatusChip tone="neutral" label={t("tests.skipped")} />;
  return (
    <StatusChip
      tone={!success ? "error" : problem === "" ? "success" : "warning"}
      label={t(success ? "tests.passed" : "tests.failed", { time: formatDuration(time) })}
    />
  );
}

function Finding({ result }: { result: ChannelTestResult }) {
  const { t } = useTranslation("channels");
  const { success, skipped, problem, reason, answer } = result;
  if (skipped)
    return (
      <Typography variant="body2" sx={{ color: "text.secondary", pb: 0.5 }}>
        {t("tests.skipped_reason")}
      </Typography>
    );
  return (
    <Box sx={{ typography: "body2", overflowWrap: "anywhere", pb: 0.5 }}>
      {success ? (
        <>
          {problem !== "" && <Box sx={{ color: "warning.main" }}>{reason}</Box>}
          {answer !== "" && <Box sx={{ color: "text.secondary" }}>{answer}</Box>}
        </>
      ) : (
        <>
          <Box sx={{ color: "error.main" }}>{problemSentence(t, problem, reason)}</Box>
          {problem !== "" && reason !== "" && <Box sx={{ color: "text.secondary" }}>{reason}</Box>}
        </>
      )}
      <TestEvidence result={result} />
    </Box>
  );
}
