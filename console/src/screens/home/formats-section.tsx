import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { Section } from "./section";

/** Wire formats by their vendors' names, with their paths. */
const formats = [
  { id: "openai-chat", path: "/v1/chat/completions" },
  { id: "openai-responses", path: "/v1/responses" },
  { id: "anthropic-messages", path: "/v1/messages" },
  { id: "gemini", path: "/v1beta/models" },
  { id: "embeddings", path: "/v1/embeddings" },
  { id: "images", path: "/v1/images/generations" },
  { id: "audio", path: "/v1/audio" },
  { id: "rerank", path: "/v1/rerank" },
  { id: "realtime", path: "/v1/realtime" },
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
        {formats.map(({ id, path }) => (
          <li key={path}>
            <b>{t(`formats.name.${id}`)}</b>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
