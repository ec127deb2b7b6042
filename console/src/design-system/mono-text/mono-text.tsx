import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { CopyButton } from "../copy-button/copy-button";
import { monoFont } from "../theme/tokens";
import { useMonoFont } from "./use-mono-font";

export interface MonoTextProps {
  children: ReactNode;
  /** Copied by a small button at its right; `true` copies the text shown. */
  copy?: boolean | string;
  /** Breaks instead of being cut. */
  wrap?: boolean;
}

/** An id, key, address or piece of code. */
export function MonoText(props: MonoTextProps) {
  useMonoFont();
  const text = props.copy === true && typeof props.children === "string" ? props.children : props.copy;
  return (
    <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.25, maxWidth: "100%" }}>
      <Box
        component="code"
        sx={{
          fontFamily: monoFont,
          fontSize: "0.92em",
          ...(props.wrap
            ? { overflowWrap: "anywhere" }
            : { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }),
        }}
      >
        {props.children}
      </Box>
      {typeof text === "string" && <CopyButton text={text} />}
    </Box>
  );
}
