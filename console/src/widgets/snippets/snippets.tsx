import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { monoFont } from "../../design-system/theme/tokens";
import { useSiteInfo } from "../../lib/site-info/site-info";
import {
  clientSnippet,
  type SnippetClient,
  smallModel,
  snippetClients,
  snippetModel,
} from "./client-snippets";

/** Address that clients are pointed at: the one the operator set, else the one this page came from. */
export function useServerAddress(): string {
  const { server_address } = useSiteInfo();
  return (server_address || window.location.origin).replace(/\/+$/, "");
}

interface SnippetsProps {
  apiKey: string;
  /** Models the key may call, the ones to prefer first; undefined while they are loading. */
  models: readonly string[] | undefined;
  /** Named in the code while there is no model to name; without it there is no code then. */
  placeholder?: string;
  /** The clients offered, the first one shown; all of them by default. */
  clients?: readonly SnippetClient[];
}

/** Ready-made code for common clients, with address and key filled in. */
export function Snippets({ apiKey, models, placeholder, clients = snippetClients }: SnippetsProps) {
  const { t } = useTranslation("snippets");
  const [client, setClient] = useState<SnippetClient>(clients[0] ?? "curl");
  const server = useServerAddress();
  const model = snippetModel(client, models ?? []) ?? placeholder;
  if (model === undefined) return <NoModel loading={models === undefined} />;
  const small = smallModel(models ?? []) ?? model;
  const text = clientSnippet({ client, server, key: apiKey, model, smallModel: small });
  return (
    <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1.5, overflow: "hidden" }}>
      <Box
        sx={{
          display: "flex",
          alignItems: "flex-start",
          borderBottom: 1,
          borderColor: "divider",
          p: 1,
          gap: 1,
        }}
      >
        <Box
          role="group"
          aria-label={t("label")}
          sx={{ flex: 1, minWidth: 0, display: "flex", flexWrap: "wrap", gap: 0.5 }}
        >
          {clients.map((name) => (
            <Chip
              key={name}
              size="small"
              variant={name === client ? "filled" : "outlined"}
              color={name === client ? "primary" : "default"}
              label={t(`client.${name}`)}
              onClick={() => setClient(name)}
              aria-pressed={name === client}
              sx={{ height: 28 }}
            />
          ))}
        </Box>
        <CopyButton text={text} label={t("copy")} />
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t(`client.${client}`)}
        sx={{
          m: 0,
          p: 2,
          overflowX: "auto",
          fontFamily: monoFont,
          fontSize: 12.5,
          lineHeight: "20px",
          backgroundColor: "background.default",
        }}
      >
        {text}
      </Box>
    </Box>
  );
}

function NoModel({ loading }: { loading: boolean }) {
  const { t } = useTranslation("snippets");
  if (loading) return <Skeleton variant="rounded" height={220} aria-busy />;
  return (
    <Box
      sx={{
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
        p: 2,
        backgroundColor: "background.default",
      }}
    >
      <Typography variant="subtitle2">{t("noModel.title")}</Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.25 }}>
        {t("noModel.body")}
      </Typography>
    </Box>
  );
}
