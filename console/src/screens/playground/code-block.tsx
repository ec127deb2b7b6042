import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";

export interface CodeBlockProps {
  code: string;
  language: string;
  /** Name for readers that do not see; the language by default. */
  label?: string;
  /** Copied instead of what is shown. */
  whole?: string;
}

/** Code as a model or we wrote it, with a button that copies it. */
export function CodeBlock({ code, language, label, whole }: CodeBlockProps) {
  const { t } = useTranslation("playground");
  useMonoFont();
  return (
    <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1, overflow: "hidden", mb: 1.5 }}>
      <Stack
        direction="row"
        sx={{
          alignItems: "center",
          justifyContent: "space-between",
          pl: 1.5,
          pr: 0.75,
          minHeight: 34,
          borderBottom: 1,
          borderColor: "divider",
        }}
      >
        <Typography variant="caption" noWrap sx={{ color: "text.secondary", maxWidth: 240 }}>
          {language || t("code.plain")}
        </Typography>
        <CopyButton text={whole ?? code} label={t("code.copy")} />
      </Stack>
      <Box
        component="pre"
        tabIndex={0}
        role="region"
        aria-label={label ?? (language || t("code.plain"))}
        sx={{
          m: 0,
          px: 1.5,
          py: 1.25,
          overflow: "auto",
          maxHeight: 480,
          fontFamily: monoFont,
          fontSize: 12.5,
          lineHeight: "20px",
          overflowWrap: "normal",
          bgcolor: "background.default",
        }}
      >
        {code}
      </Box>
    </Box>
  );
}
