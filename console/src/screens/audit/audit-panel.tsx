import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { AuditEntry } from "@tollgate/contract/audit";
import { useTranslation } from "react-i18next";
import { Fact } from "../../design-system/fact/fact";
import { FormSection } from "../../design-system/form/form-section";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeAction } from "../../widgets/audit-entries/audit-action";
import { AuditDetail } from "../../widgets/audit-entries/audit-detail";
import { AuditTarget, describeTarget } from "../../widgets/audit-entries/audit-target";

interface AuditPanelProps {
  entry: AuditEntry;
  /** Narrows the list to what else the same person did, or what else happened to the same thing. */
  onNarrow: (filters: { actor?: string; target_type?: string; target_id?: string }) => void;
  onClose: () => void;
}

/** One entry in full, and the ways to its neighbors. */
export function AuditPanel({ entry, onNarrow, onClose }: AuditPanelProps) {
  const { t } = useTranslation("audit");
  const { kind, name, number } = describeTarget(entry);
  return (
    <SidePanel
      open
      title={describeAction(entry.action)}
      subtitle={<TimeText value={entry.created_at} />}
      onClose={onClose}
    >
      <FormSection>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: "grid",
            gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
            columnGap: 3,
            rowGap: 2,
          }}
        >
          <Fact name={t("columns.actor")}>{entry.actor_name}</Fact>
          <Fact name={t("columns.source_ip")}>
            {entry.source_ip === "" ? "—" : <MonoText copy>{entry.source_ip}</MonoText>}
          </Fact>
          <Fact name={t("columns.target")}>
            <AuditTarget entry={entry} />
          </Fact>
          <Fact name={t("columns.action")}>
            <MonoText copy>{entry.action}</MonoText>
          </Fact>
        </Box>
      </FormSection>
      <FormSection title={t("panel.changes")}>
        {Object.keys(entry.detail).length === 0 ? (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("panel.no_detail")}
          </Typography>
        ) : (
          <AuditDetail entry={entry} />
        )}
      </FormSection>
      <Stack sx={{ mt: 3.5, ml: -1.25, gap: 1, alignItems: "flex-start" }}>
        <Button size="small" onClick={() => onNarrow({ actor: entry.actor_name })}>
          {t("panel.same_actor", { name: entry.actor_name })}
        </Button>
        <Button
          size="small"
          onClick={() => onNarrow({ target_type: entry.target_type, target_id: entry.target_id })}
        >
          {t("panel.same_target", { target: `${kind} ${name === "" ? `#${number}` : name}` })}
        </Button>
      </Stack>
    </SidePanel>
  );
}
