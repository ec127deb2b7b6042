import Box from "@mui/material/Box";
import { CopyButton } from "../copy-button/copy-button";
import { useMonoFont } from "../mono-text/use-mono-font";
import { monoFont } from "../theme/tokens";

/** Maximum number of rendered characters; more would take seconds. */
const drawnMost = 100_000;

interface CodeViewProps {
  code: string;
  /** What the text is, for screen readers and the copy button. */
  label: string;
  maxHeight?: number;
}

/** Text that a program writes or reads, to look at and to copy. The copy is whole where the view is cut. */
export function CodeView({ code, label, maxHeight = 320 }: CodeViewProps) {
  useMonoFont();
  return (
    <Box
      sx={{
        position: "relative",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        bgcolor: "background.default",
        minWidth: 0,
      }}
    >
      <Box
        component="pre"
        tabIndex={0}
        role="region"
        aria-label={label}
        sx={{
          m: 0,
          p: 1.5,
          pr: 5,
          maxHeight,
          overflow: "auto",
          fontFamily: monoFont,
          fontSize: 12,
          lineHeight: "18px",
          textAlign: "left",
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
        }}
      >
        {code.length > drawnMost ? `${code.slice(0, drawnMost)}…` : code}
      </Box>
      <Box sx={{ position: "absolute", top: 6, right: 8, bgcolor: "background.default", borderRadius: 1 }}>
        <CopyButton text={code} label={label} />
      </Box>
    </Box>
  );
}
