import { useTheme } from "@mui/material/styles";
import type { ComponentProps, CSSProperties } from "react";

interface CellLineProps extends ComponentProps<"div"> {
  variant?: "body2" | "caption";
  /** In secondary color. */
  quiet?: boolean;
  inline?: boolean;
}

/** A line of a cell, cut where it has no room. Not a styled component: lists have hundreds of them. */
export function CellLine({ variant = "body2", quiet, inline, ...props }: CellLineProps) {
  const { palette, typography } = useTheme();
  const style: CSSProperties = {
    ...(typography[variant] as CSSProperties),
    ...(quiet && { color: palette.text.secondary }),
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  };
  return inline ? <span {...props} style={style} /> : <div {...props} style={style} />;
}
