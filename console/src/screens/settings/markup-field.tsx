import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { framedAddress } from "@tollgate/contract/site-content";
import { useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design-system/form/text-field";
import { ContentPiece } from "../../widgets/site-content/site-content";
import type { SectionValues } from "./setting-values";

interface MarkupFieldProps {
  name: `values.${string}`;
  label: string;
  hint: string;
  disabled: boolean;
}

/** Markdown, HTML or an address, with what visitors will see of it beside, made harmless as for them. */
export function MarkupField(props: MarkupFieldProps) {
  const text = useWatch<SectionValues>({ name: props.name });
  // Rendering must not delay typing.
  const shown = useDeferredValue(typeof text === "string" ? text : "");
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
      }}
    >
      <TextField<SectionValues> {...props} multiline mono minRows={5} maxRows={24} />
      <Preview text={shown} />
    </Box>
  );
}

function Preview({ text }: { text: string }) {
  const { t } = useTranslation("settings");
  const address = framedAddress(text);
  const note = text.trim() === "" ? t("preview.empty") : address && t("preview.framed", { address });
  return (
    <Box
      sx={{
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        minHeight: 120,
        minWidth: 0,
        // On phones an empty preview takes no room.
        ...(text.trim() === "" && { display: { xs: "none", md: "block" } }),
      }}
    >
      <Typography
        variant="caption"
        component="div"
        sx={{ color: "text.secondary", px: 2, py: 0.75, borderBottom: 1, borderColor: "divider" }}
      >
        {t("preview.label")}
      </Typography>
      <Box
        // Scrollable areas must be reachable by keyboard.
        tabIndex={0}
        role="group"
        aria-label={t("preview.label")}
        sx={{ px: 2, py: 1.5, maxHeight: 420, overflow: "auto", overflowWrap: "anywhere" }}
      >
        {note ? (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {note}
          </Typography>
        ) : (
          <ContentPiece text={text} />
        )}
      </Box>
    </Box>
  );
}
