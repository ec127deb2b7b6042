import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { monoFont } from "../../design-system/theme/tokens";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { clientSnippet, type SnippetClient, snippetClients } from "./client-snippets";

/** Address that clients are pointed at: the one the operator set, else the one this page came from. */
export function useServerAddress(): string {
  const { server_address } = useSiteInfo();
  return (server_address || window.location.origin).replace(/\/+$/, "");
}

/** Ready-made code for common clients, with address and key filled in. */
export function Snippets({ apiKey, model }: { apiKey: string; model: string }) {
  const { t } = useTranslation("snippets");
  const [client, setClient] = useState<SnippetClient>("curl");
  const server = useServerAddress();
  const text = clientSnippet({ client, server, key: apiKey, model });
  return (
    <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1.5, overflow: "hidden" }}>
      <Box
        sx={{ display: "flex", alignItems: "center", borderBottom: 1, borderColor: "divider", pl: 2, pr: 1 }}
      >
        <Tabs
          value={client}
          onChange={(_event, next: SnippetClient) => setClient(next)}
          aria-label={t("label")}
          variant="scrollable"
          scrollButtons={false}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {snippetClients.map((name) => (
            <Tab key={name} value={name} label={t(`client.${name}`)} />
          ))}
        </Tabs>
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
