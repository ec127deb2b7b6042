import ChatOutlinedIcon from "@mui/icons-material/ChatOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ChatLink } from "@tollgate/contract/site-info";
import { revealTokenKey } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { call } from "../../lib/api-client";
import { formatNumber } from "../../lib/format-number";
import { reportFailure } from "../../lib/query-client";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { chatLinkTarget, needsKey, offeredChatLinks } from "../../widgets/chat-links/chat-links";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { useExampleModels } from "../../widgets/snippets/use-example-models";
import { ownTokensQuery } from "./dashboard-queries";

/** Number of models listed; the rest is a click away. */
const shownModels = 10;
const anyToken = { group: "", backupGroup: "", models: [] };

/** Quick start: the address, models to call, and chat apps. */
export function QuickStartCard() {
  const { t } = useTranslation("dashboard");
  const base = `${useServerAddress()}/v1`;
  const models = useExampleModels(anyToken);
  const links = offeredChatLinks(useSiteInfo());
  return (
    <Card component="section" aria-labelledby="start-title" sx={{ p: 2.5 }}>
      <Typography id="start-title" variant="h4" component="h2">
        {t("start.title")}
      </Typography>
      <Stack sx={{ gap: 2, mt: 1.5 }}>
        <Box>
          <Label>{t("start.address")}</Label>
          <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
            <MonoText wrap>{base}</MonoText>
            <CopyButton text={base} />
          </Stack>
        </Box>
        {models !== undefined && models.length > 0 && (
          <Box>
            <Label>{t("start.models")}</Label>
            <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.75, alignItems: "center" }}>
              {models.slice(0, shownModels).map((model) => (
                <Chip
                  key={model}
                  size="small"
                  variant="outlined"
                  clickable
                  component={RouterLink}
                  to={`/panel/model_price?keyword=${encodeURIComponent(model)}`}
                  label={model}
                  sx={{ maxWidth: 1 }}
                />
              ))}
              <Link component={RouterLink} to="/panel/model_price" variant="body2">
                {t("start.all", { count: models.length, number: formatNumber(models.length) })}
              </Link>
            </Stack>
          </Box>
        )}
        <Box>
          <Label>{t("start.try")}</Label>
          <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
            <Button component={RouterLink} to="/playground" variant="outlined" size="small">
              {t("start.playground")}
            </Button>
            {links.map((link) => (
              <ChatButton key={`${link.sort} ${link.name}`} link={link} />
            ))}
          </Stack>
        </Box>
      </Stack>
    </Card>
  );
}

function Label({ children }: { children: string }) {
  return (
    <Typography variant="body2" component="h3" sx={{ color: "text.secondary", mb: 0.5 }}>
      {children}
    </Typography>
  );
}

/** Opens a chat program with the key of one's newest token. */
function ChatButton({ link }: { link: ChatLink }) {
  const server = useServerAddress();
  const { data: tokens } = useQuery(ownTokensQuery);
  const token = tokens?.usable;
  const open = async (): Promise<void> => {
    try {
      const key =
        needsKey(link) && token ? (await call(revealTokenKey, { params: { id: token.id } })).key : "";
      const target = chatLinkTarget(link, { key, server });
      if (target) window.open(target, "_blank", "noopener");
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<ChatOutlinedIcon />}
      disabled={needsKey(link) && !token}
      onClick={() => void open()}
    >
      {link.name}
    </Button>
  );
}
