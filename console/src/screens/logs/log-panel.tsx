import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { TimeText } from "../../design-system/time-text/time-text";
import { useSession } from "../../lib/session/session";
import { type Steps, useStepKeys } from "../../lib/use-step-keys";
import { PanelSteps } from "../../widgets/panel-steps/panel-steps";
import { passedOnPath } from "../../widgets/price-explanation/explain-log-row";
import { PriceExplanation } from "../../widgets/price-explanation/price-explanation";
import { CaptureSection } from "./capture-section";
import { FactList } from "../../design-system/fact/fact-list";
import { LogNotes } from "./log-notes";
import { callFacts, plainFacts, technicalFacts, type Viewer } from "./log-row-facts";
import { LogSummary } from "./log-summary";
import { MarginFacts } from "./margin-facts";
import { RoutingTrail } from "./routing-trail";

interface LogPanelProps extends Steps {
  row: LogRow;
  /** Everybody's rows are shown: channels and the route, too. */
  everybody: boolean;
  onClose: () => void;
}

/** One row in full: outcome, price explanation and routing. */
export function LogPanel({ row, everybody, previous, next, onClose }: LogPanelProps) {
  const { t } = useTranslation("logs");
  const viewer: Viewer = { everybody, own: useSession()?.id === row.user_id };
  const consumption = row.type === logTypes.consumption;
  useStepKeys({ previous, next });
  const titleOf = () => {
    if (!consumption) return t("detail.title_other");
    const model = row.model_name || row.metadata.requested_model;
    if (model) return model;
    return t(passedOnPath(row) === undefined ? "detail.title" : "detail.title_passed_on");
  };
  return (
    <SidePanel
      open
      onClose={onClose}
      title={titleOf()}
      subtitle={<TimeText value={row.created_at} />}
      footer={<PanelSteps link={`/panel/log?id=${row.id}`} previous={previous} next={next} />}
    >
      <FormSection>
        {consumption && <LogSummary row={row} everybody={everybody} />}
        {consumption && <LogNotes row={row} />}
        <FactList facts={consumption ? callFacts(t, row, viewer) : plainFacts(t, row, viewer)} />
        {row.content !== "" && !consumption && (
          <Typography variant="body2" sx={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {row.content}
          </Typography>
        )}
      </FormSection>
      {consumption && <CallSections row={row} everybody={everybody} />}
    </SidePanel>
  );
}

function CallSections({ row, everybody }: { row: LogRow; everybody: boolean }) {
  const { t } = useTranslation("logs");
  const { attempts, dropped = [] } = row.metadata;
  return (
    <>
      {row.metadata.refused_reason === undefined && (
        <FormSection title={t("detail.price")}>
          <PriceExplanation row={row} />
          {everybody && <MarginFacts row={row} />}
        </FormSection>
      )}
      {everybody && attempts && (
        <FormSection title={t("detail.route")}>
          <RoutingTrail attempts={attempts} end={row.metadata.end_reason} />
        </FormSection>
      )}
      {dropped.length > 0 && (
        <FormSection title={t("detail.dropped")} description={t("detail.dropped_hint")}>
          <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap" }}>
            {dropped.map((field) => (
              <Chip key={field} size="small" variant="outlined" label={<MonoText>{field}</MonoText>} />
            ))}
          </Stack>
        </FormSection>
      )}
      {everybody && <CaptureSection row={row} />}
      <FormSection title={t("detail.technical")}>
        <FactList long facts={technicalFacts(t, row)} />
      </FormSection>
    </>
  );
}
