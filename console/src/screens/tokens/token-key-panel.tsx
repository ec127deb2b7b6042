import ChatOutlinedIcon from "@mui/icons-material/ChatOutlined";
import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { formatTime } from "../../lib/format-time";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { chatLinkTarget, offeredChatLinks } from "../../widgets/chat-links/chat-links";
import { KeyReveal } from "../../widgets/key-reveal/key-reveal";
import { NoBalanceNotice } from "../../widgets/no-balance/no-balance-notice";
import { Snippets, useServerAddress } from "../../widgets/snippets/snippets";
import { type ExampleToken, useExampleModels } from "../../widgets/snippets/use-example-models";

/** A complete key and its token; `news` is set right after the key was created. */
export interface ShownKey {
  name: string;
  secret: string;
  news: "created" | "rotated" | undefined;
  /** When the previous key stops working, epoch seconds; 0: it no longer works. */
  oldKeyUntil: number;
  /** Restriction of its models. */
  limits: ExampleToken;
}

interface TokenKeyPanelProps {
  shown: ShownKey;
  onClose: () => void;
}

/** A token's complete key, with code examples. */
export function TokenKeyPanel({ shown, onClose }: TokenKeyPanelProps) {
  const { t } = useTranslation("tokens");
  const { name, secret, news, oldKeyUntil, limits } = shown;
  const models = useExampleModels(limits);
  return (
    <SidePanel
      open
      title={t(news ? `${news}.title` : "use.title", { name })}
      onClose={onClose}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button variant="contained" onClick={onClose}>
            {t(news ? "created.done" : "use.close")}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2.5 }}>
        <NoBalanceNotice />
        {news && <Typography sx={{ color: "text.secondary" }}>{t(`${news}.body`)}</Typography>}
        {news === "rotated" && (
          <Typography sx={{ color: "text.secondary" }}>
            {oldKeyUntil > 0 ? t("rotated.grace", { time: formatTime(oldKeyUntil) }) : t("rotated.ended")}
          </Typography>
        )}
        <KeyReveal secret={secret} label={t("columns.key")} copyLabel={t("key.copy_button")} />
        <Box>
          <Typography variant="h4" component="h3" sx={{ mb: 1.5 }}>
            {t("created.first_request")}
          </Typography>
          <Snippets apiKey={secret} models={models} />
        </Box>
        <ChatLinks secret={secret} />
      </Stack>
    </SidePanel>
  );
}

/** The chat programs of this site, opened with the key. */
function ChatLinks({ secret }: { secret: string }) {
  const { t } = useTranslation("tokens");
  const server = useServerAddress();
  const links = offeredChatLinks(useSiteInfo()).flatMap((link) => {
    const target = chatLinkTarget(link, { key: secret, server });
    return target === undefined ? [] : [{ name: link.name, target }];
  });
  if (links.length === 0) return null;
  return (
    <Box>
      <Typography variant="h4" component="h3" sx={{ mb: 1.5 }}>
        {t("use.chat")}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {links.map(({ name, target }) => (
          <Button
            key={name}
            variant="outlined"
            startIcon={<ChatOutlinedIcon />}
            onClick={() => window.open(target, "_blank", "noopener")}
          >
            {t("actions.chat", { name })}
          </Button>
        ))}
      </Stack>
    </Box>
  );
}
