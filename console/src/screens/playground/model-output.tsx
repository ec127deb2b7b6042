import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import { contentStyles } from "../../widgets/site-content/content-styles";
import { downloadText } from "../../widgets/notification-host/download-text";
import { CodeBlock } from "./code-block";
import { renderOutput } from "./render-output";
import { type OutputPart, splitOutput } from "./split-output";

/** Characters of one answer that are drawn; browsers get slow with more. */
const drawnMost = 100_000;

/** Model output as sanitized Markdown. Only the growing part is rendered again. */
export function ModelOutput({ text }: { text: string }) {
  const { t } = useTranslation("playground");
  const drawn = text.length > drawnMost ? text.slice(0, drawnMost) : text;
  const parts = useMemo(() => splitOutput(drawn), [drawn]);
  return (
    <Box sx={outputStyles}>
      {parts.map((part, index) => (
        // Parts are only appended and the last one grows: the index identifies them.
        // oxlint-disable-next-line react/no-array-index-key -- a part has no other identity
        <OutputPartView key={index} {...part} />
      ))}
      {drawn !== text && (
        <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap", mt: 1 }}>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("answer.tooLong", { shown: formatNumber(drawnMost), all: formatNumber(text.length) })}
          </Typography>
          <Button size="small" variant="outlined" onClick={() => downloadText("answer.md", text)}>
            {t("answer.download")}
          </Button>
        </Stack>
      )}
    </Box>
  );
}

const OutputPartView = memo(function OutputPartView({ kind, text, language }: OutputPart) {
  if (kind === "code") return <CodeBlock code={text} language={language} />;
  if (kind === "plain") return <Box sx={{ whiteSpace: "pre-wrap", mb: 1.5 }}>{text}</Box>;
  return <MarkdownPart text={text} />;
});

function MarkdownPart({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    try {
      place.current?.replaceChildren(renderOutput(text));
    } catch {
      // Markdown that is nested too deep for the parser is shown as text.
      place.current?.replaceChildren(text);
    }
  }, [text]);
  return <Box ref={place} sx={contentStyles(false)} />;
}

/** Smaller than a page of its own: an answer is part of a conversation. */
const outputStyles = {
  minWidth: 0,
  overflowWrap: "anywhere",
  fontSize: 14,
  lineHeight: "22px",
  "& > div": { fontSize: 14, lineHeight: "22px" },
  "& h3": { fontSize: 20, lineHeight: "28px", mt: 2.5, mb: 1 },
  "& h4": { fontSize: 17, lineHeight: "26px", mt: 2.5, mb: 1 },
  "& h5, & h6": { fontSize: 15, lineHeight: "24px", mt: 2, mb: 0.5 },
  "& p, & ul, & ol, & blockquote, & table": { mb: 1.5 },
  "& > div + div": { mt: 1.5 },
  "& > :last-child > :last-child": { mb: 0 },
} as const;
