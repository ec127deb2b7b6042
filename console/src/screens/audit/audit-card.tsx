import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { AuditEntry } from "@tollgate/contract/audit";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeAction } from "../../widgets/audit-entries/audit-action";
import { AuditTarget } from "../../widgets/audit-entries/audit-target";

/** An entry on a phone: what, to whom, by whom and when. */
export function AuditCard({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Link
        component="button"
        type="button"
        color="inherit"
        onClick={onOpen}
        sx={{ fontWeight: 500, textAlign: "left", overflowWrap: "anywhere" }}
      >
        {describeAction(entry.action)}
      </Link>
      <Typography variant="body2" component="div">
        <AuditTarget entry={entry} />
      </Typography>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
        {entry.actor_name} · <TimeText value={entry.created_at} />
      </Typography>
    </Stack>
  );
}
