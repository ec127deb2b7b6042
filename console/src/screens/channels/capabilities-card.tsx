import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Autocomplete from "@mui/material/Autocomplete";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { CapabilityFinding, CapabilityReport } from "@tollgate/contract/channel-tests";
import type { Channel } from "@tollgate/contract/channels";
import { isWildcard } from "@tollgate/contract/model-pattern";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartCard } from "../../design-system/chart-card/chart-card";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { formatRelativeTime } from "../../lib/format-time";
import { useTryCapabilities } from "./channels-queries";
import { problemWithEvidence } from "./problem-sentence";

/** Tested capabilities of the channel's models, with a button to test them. */
export function CapabilitiesCard({ channel }: { channel: Channel }) {
  const { t } = useTranslation("channels");
  const callable = channel.models.filter((model) => !isWildcard(model));
  const [model, setModel] = useState(
    channel.capabilities?.model ?? (channel.test_model || (callable[0] ?? "")),
  );
  const attempt = useTryCapabilities(channel.id);
  const report = attempt.data ?? channel.capabilities;
  return (
    <ChartCard title={t("capabilities.title")} description={t("capabilities.hint")}>
      <Stack sx={{ px: 2.5, pt: 1, pb: 2, gap: 1.5 }}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
          <Autocomplete
            freeSolo
            disableClearable
            options={callable}
            inputValue={model}
            onInputChange={(_event, next) => setModel(next)}
            sx={{ width: 240 }}
            renderInput={(params) => <TextField {...params} label={t("capabilities.model")} size="small" />}
          />
          <Button
            variant="outlined"
            disabled={model.trim() === ""}
            loading={attempt.isPending}
            onClick={() => attempt.mutate(model.trim())}
          >
            {t("capabilities.try")}
          </Button>
        </Stack>
        {report ? (
          <Report report={report} />
        ) : (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("capabilities.never")}
          </Typography>
        )}
      </Stack>
    </ChartCard>
  );
}

function Report({ report }: { report: CapabilityReport }) {
  const { t } = useTranslation("channels");
  const { model, checked_time, findings } = report;
  return (
    <div>
      <Typography variant="caption" component="p" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        {t("capabilities.checked", { model, time: formatRelativeTime(checked_time) })}
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, mt: 1, p: 0, listStyle: "none", display: "flex", flexWrap: "wrap", gap: 1 }}
      >
        {findings.map((finding) => (
          <li key={finding.capability}>
            <StatusChip
              tone={tones[finding.outcome]}
              label={`${t(`capabilities.name.${finding.capability}`)}: ${t(`capabilities.outcome.${finding.outcome}`)}`}
              hint={hintOf(t, finding)}
            />
          </li>
        ))}
      </Box>
    </div>
  );
}

const tones = { yes: "success", no: "neutral", unknown: "warning" } as const;

function hintOf(t: TFunction<"channels">, { problem, reason }: CapabilityFinding): string | undefined {
  return problem === "" ? undefined : problemWithEvidence(t, problem, reason);
}
