import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { Section } from "./section";

/** Wire formats by the names of their makers, with the path that speaks them (relay contract A1, D12). */
const formats = [
  { name: "OpenAI Chat Completions", path: "/v1/chat/completions" },
  { name: "OpenAI Responses", path: "/v1/responses" },
  { name: "Anthropic Messages", path: "/v1/messages" },
  { name: "Google Gemini", path: "/v1beta/models" },
  { name: "Embeddings", path: "/v1/embeddings" },
  { name: "Images", path: "/v1/images/generations" },
  { name: "Speech, transcription", path: "/v1/audio" },
  { name: "Rerank", path: "/v1/rerank" },
  { name: "Realtime", path: "/v1/realtime" },
] as const;

/** Which APIs are spoken here, and at which address. */
export function FormatsSection() {
  const { t } = useTranslation("home");
  const server = useServerAddress();
  return (
    <Section sunk title={t("formats.title")} lead={t("formats.lead")}>
      <Box
        sx={{
          display: "inline-flex",
          alignItems: "center",
          maxWidth: "100%",
          mb: 3,
          px: 1.5,
          py: 0.75,
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
          bgcolor: "background.paper",
        }}
      >
        <MonoText copy>{server}</MonoText>
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: "none",
          display: "grid",
          gridTemplateColumns: {
            xs: "minmax(0, 1fr)",
            sm: "repeat(2, minmax(0, 1fr))",
            md: "repeat(3, minmax(0, 1fr))",
          },
          // Hairlines between the cells, whatever their number in a row.
          gap: "1px",
          bgcolor: "divider",
          border: 1,
          borderColor: "divider",
          borderRadius: "12px",
          overflow: "hidden",
        }}
      >
        {formats.map(({ name, path }) => (
          <Box component="li" key={path} sx={{ px: 2.5, py: 2, bgcolor: "background.paper", minWidth: 0 }}>
            <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
            <Box sx={{ color: "text.secondary", fontSize: 13 }}>
              <MonoText>{path}</MonoText>
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
