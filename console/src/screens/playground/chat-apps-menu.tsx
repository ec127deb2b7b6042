import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import type { ChatLink } from "@tollgate/contract/site-info";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reportFailure } from "../../lib/query-client";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { chatLinkTarget, needsKey, offeredChatLinks } from "../../widgets/chat-links/chat-links";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { HeaderButton } from "./header-button";

/** The operator's chat programs, larger `sort` first. Those that need a key are given the playground's. */
export function ChatAppsMenu({ getKey }: { getKey: (renew: boolean) => Promise<string> }) {
  const { t } = useTranslation("playground");
  const links = offeredChatLinks(useSiteInfo());
  const server = useServerAddress();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (links.length === 0) return null;
  const open = async (link: ChatLink): Promise<void> => {
    setAnchor(null);
    try {
      const target = chatLinkTarget(link, { key: needsKey(link) ? await getKey(false) : "", server });
      if (target) window.open(target, "_blank", "noopener");
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <>
      <HeaderButton
        label={t("apps.title")}
        icon={<OpenInNewIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {links.map((link) => (
          <MenuItem key={`${link.sort} ${link.name}`} onClick={() => void open(link)}>
            <ListItemText>{link.name}</ListItemText>
          </MenuItem>
        ))}
        <Typography
          component="li"
          variant="caption"
          sx={{ display: "block", px: 1.25, py: 0.75, maxWidth: 280, color: "text.secondary" }}
        >
          {t("apps.hint")}
        </Typography>
      </Menu>
    </>
  );
}
