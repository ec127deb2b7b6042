import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { i18n } from "../../lib/i18n/i18n";

/** What was done, in words; an action that has none yet is shown as the log calls it. */
export function describeAction(action: string): string {
  const key = `audit-entries:action.${action}`;
  const words: unknown = i18n.exists(key) ? i18n.t(key) : action;
  return typeof words === "string" ? words : action;
}

/** The words of an action; how the log calls it, on hover, for the filter. */
export function AuditAction({ action }: { action: string }) {
  return (
    <Tooltip title={action}>
      <Box component="span">{describeAction(action)}</Box>
    </Tooltip>
  );
}
