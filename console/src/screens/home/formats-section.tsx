import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { Section } from "./section";

/** Wire formats by their vendors' names, with their paths. */
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

/** Supported APIs and their addresses. */
export function FormatsSection() {
  const { t } = useTranslation("home");
  const server = useServerAddress();
  return (
    <Section sunk title={t("formats.title")} lead={t("formats.lead")}>
      <Box
        sx={{
          display: "inline-flex",
          maxWidth: "100%",
          mt: 3,
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
      <ul className="cells">
        {formats.map(({ name, path }) => (
          <li key={path}>
            <b>{name}</b>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
