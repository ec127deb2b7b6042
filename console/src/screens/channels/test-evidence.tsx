import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { ChannelTestResult } from "@tollgate/contract/channels";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";

/** The request that was sent and the answer that came, folded; nothing where neither is known. */
export function TestEvidence({
  result,
}: {
  result: Pick<ChannelTestResult, "asked" | "answered" | "status">;
}) {
  const { t } = useTranslation("channels");
  const [open, setOpen] = useState(false);
  const { asked, answered, status } = result;
  if (asked === "" && answered === "") return null;
  return (
    <Box sx={{ mt: 1 }}>
      <Link
        component="button"
        type="button"
        variant="body2"
        color="inherit"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? "evidence.hide" : "evidence.show")}
      </Link>
      {open && (
        <>
          {asked !== "" && <Block title={t("evidence.asked")} text={asked} />}
          {answered !== "" && <Block title={t("evidence.answered")} text={answered} />}
          {status > 0 && (
            <Typography variant="caption" component="p" sx={{ mt: 1 }}>
              {t("history.status", { status })}
            </Typography>
          )}
        </>
      )}
    </Box>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  useMonoFont();
  return (
    <>
      <Typography variant="caption" component="h4" sx={{ mt: 1, mb: 0.5 }}>
        {title}
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={title}
        sx={{
          m: 0,
          p: 1,
          maxHeight: 200,
          overflow: "auto",
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
          bgcolor: "background.default",
          color: "text.primary",
          fontFamily: monoFont,
          fontSize: 12,
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
        }}
      >
        {prettyJson(text)}
      </Box>
    </>
  );
}

/** JSON with indents, each line that is JSON on its own; anything else as it is. */
function prettyJson(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      try {
        return JSON.stringify(JSON.parse(line), null, 2);
      } catch {
        return line;
      }
    })
    .join("\n");
}
