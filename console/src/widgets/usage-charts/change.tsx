import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../lib/format-number";

interface ChangeProps {
  current: number | undefined;
  /** Of the previous period. */
  previous: number | undefined;
  /** The value before, as it is written. */
  before: string;
}

/** How much a number rose or fell since the previous period. Nothing where there was nothing before. */
export function Change({ current, previous, before }: ChangeProps) {
  const { t } = useTranslation("usage-charts");
  if (current === undefined || !previous) return null;
  const share = (current - previous) / previous;
  const rises = share > 0;
  const text =
    Math.abs(share) < 0.001 ? "±0%" : Math.abs(share) >= 10 ? "> 1,000%" : formatShare(Math.abs(share));
  return (
    <Tooltip title={t("before", { value: before })}>
      <Box
        component="span"
        tabIndex={0}
        aria-label={t(rises ? "up" : "down", { share: text, value: before })}
        role="img"
        sx={{
          display: "inline-flex",
          alignItems: "center",
          gap: 0.25,
          fontSize: 12,
          lineHeight: "20px",
          color: "text.secondary",
          fontVariantNumeric: "tabular-nums",
          whiteSpace: "nowrap",
        }}
      >
        {Math.abs(share) >= 0.001 && (rises ? "↑" : "↓")}
        {text}
      </Box>
    </Tooltip>
  );
}
