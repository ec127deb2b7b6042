import { useTheme } from "@mui/material/styles";
import type { CSSProperties } from "react";
import { LightLink } from "../light-buttons/light-link";

/** The name of a row; pressing it opens the row's editor. A long one is cut and shown in full on hover. */
export function RowLink(props: { label: string; onOpen: () => void }) {
  const { body2 } = useTheme().typography;
  return (
    <LightLink
      onClick={props.onOpen}
      title={props.label}
      style={{ ...(body2 as CSSProperties), fontWeight: 500 }}
    >
      {props.label}
    </LightLink>
  );
}
