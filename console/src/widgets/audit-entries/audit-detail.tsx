import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { AuditEntry } from "@tollgate/contract/audit";
import { describeDetail } from "./describe-detail";
import { useSettingNames } from "./setting-name";
import { useDetailContext } from "./use-detail-context";

interface AuditDetailProps {
  entry: Pick<AuditEntry, "target_type" | "detail">;
}

/** Details of an entry as names and values; changes show the previous value struck through. */
export function AuditDetail({ entry }: AuditDetailProps) {
  useSettingNames(entry.target_type);
  const lines = describeDetail(entry, useDetailContext());
  if (lines.length === 0) return null;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: "minmax(72px, max-content) minmax(0, 1fr)",
        columnGap: 2,
        rowGap: 0.5,
        typography: "body2",
      }}
    >
      {lines.map(({ name, before, value }) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Typography
            component="dt"
            variant="body2"
            sx={{ color: "text.secondary", overflowWrap: "anywhere" }}
          >
            {name}
          </Typography>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: "anywhere" }}>
            {before !== undefined && (
              <>
                <Box component="del" sx={{ color: "text.secondary" }}>
                  {before}
                </Box>
                {" → "}
              </>
            )}
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The same on one line, cut where room ends: for lists. */
export function AuditDetailLine({ entry }: AuditDetailProps) {
  useSettingNames(entry.target_type);
  const text = describeDetail(entry, useDetailContext())
    .map(({ name, before, value }) => `${name}: ${before === undefined ? "" : `${before} → `}${value}`)
    .join(" · ");
  return (
    <Typography
      variant="body2"
      component="span"
      noWrap
      title={text}
      sx={{ display: "block", color: "text.secondary" }}
    >
      {text}
    </Typography>
  );
}
