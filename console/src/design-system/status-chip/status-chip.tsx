import BlockIcon from "@mui/icons-material/Block";
import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlineOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import Chip from "@mui/material/Chip";
import Tooltip from "@mui/material/Tooltip";
import type { ReactElement } from "react";
import { type StatusTone, toneColors } from "./tone-colors";

const icons: Record<StatusTone, ReactElement> = {
  success: <CheckCircleOutlineIcon />,
  warning: <WarningAmberIcon />,
  error: <ErrorOutlineIcon />,
  info: <InfoOutlinedIcon />,
  neutral: <BlockIcon />,
};

export interface StatusChipProps {
  tone: StatusTone;
  label: string;
  /** Why it is so, on hover. */
  hint?: string | undefined;
  /** Instead of the tone's own. */
  icon?: ReactElement;
}

/** A status in color, word and sign, so that it is read without color, too. */
export function StatusChip(props: StatusChipProps) {
  const chip = (
    <Chip
      size="small"
      icon={props.icon ?? icons[props.tone]}
      label={props.label}
      sx={(theme) => ({
        ...toneColors(theme, props.tone),
        fontWeight: 500,
        "& .MuiChip-icon": { color: "inherit", fontSize: 14, ml: "6px" },
        "& .MuiChip-label": { px: "7px" },
      })}
    />
  );
  return props.hint ? <Tooltip title={props.hint}>{chip}</Tooltip> : chip;
}
