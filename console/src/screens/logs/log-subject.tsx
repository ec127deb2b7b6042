import CachedIcon from "@mui/icons-material/Cached";
import Chip from "@mui/material/Chip";
import { useTheme } from "@mui/material/styles";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { LogRow } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { LightIcon } from "../../design-system/light-icon/light-icon";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { passedOnPath } from "../../widgets/price-explanation/explain-log-row";
import { LogTypeChip } from "./log-type-chip";

// Not styled components: every row has both.
const subject = { display: "flex", alignItems: "center", gap: 6, minWidth: 0 } as const;
const modelName = {
  fontWeight: 500,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
} as const;

/** The model with its marks; on other kinds of row, what happened. */
export function LogSubject({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const { text } = useTheme().palette;
  const path = passedOnPath(row);
  if (path !== undefined) return <PassedOnSubject path={path} />;
  const model = row.model_name || (row.metadata.requested_model ?? "");
  const rejected = row.metadata.refused_reason !== undefined;
  if (model === "" && !rejected) {
    return (
      <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
        <LogTypeChip type={row.type} />
        <Typography variant="body2" component="span" noWrap title={row.content}>
          {row.content}
        </Typography>
      </Stack>
    );
  }
  return (
    <span style={subject}>
      <span title={model} style={modelName}>
        {model || "—"}
      </span>
      {row.is_stream && (
        <Tooltip title={t("stream")}>
          <LightIcon
            name="Bolt"
            aria-label={t("stream")}
            role="img"
            style={{ fontSize: 15, color: text.secondary }}
          />
        </Tooltip>
      )}
      {row.metadata.cache_hit && (
        <StatusChip tone="info" icon={<CachedIcon />} label={t("cache_hit")} hint={t("note.cache_hit")} />
      )}
    </span>
  );
}

/** A pass-through call: only its path is known. */
function PassedOnSubject({ path }: { path: string }) {
  const { t } = useTranslation("logs");
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <Tooltip title={t("note.passed_on")}>
        <Chip size="small" variant="outlined" label={t("passed_on")} />
      </Tooltip>
      <Typography variant="body2" component="span" noWrap title={path}>
        {path}
      </Typography>
    </Stack>
  );
}
