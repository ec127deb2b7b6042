import ChatOutlinedIcon from "@mui/icons-material/ChatOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ChatLink } from "@tollgate/contract/site-info";
import { tokenStatus } from "@tollgate/contract/tokens";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { reportFailure } from "../../lib/query-client";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { chatLinkTarget, needsKey, offeredChatLinks } from "../../widgets/chat-links/chat-links";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { chatTokensQuery, fetchKey } from "./playground-queries";

/** Where to try models without writing code: the chat programs that the operator names, opened with a token of one's own. */
export function PlaygroundPage() {
  const { t } = useTranslation("playground");
  const links = offeredChatLinks(useSiteInfo());
  return (
    <Box sx={{ width: "100%", maxWidth: 720, mx: "auto", px: { xs: 2, sm: 3 }, py: { xs: 4, sm: 7 } }}>
      <Typography variant="h1">{t("title")}</Typography>
      {links.length === 0 ? (
        <EmptyState icon={<ChatOutlinedIcon />} title={t("none.title")} description={t("none.body")} />
      ) : (
        <Chats links={links} />
      )}
    </Box>
  );
}

function Chats({ links }: { links: ChatLink[] }) {
  const { t } = useTranslation("playground");
  const tokens = useQuery(chatTokensQuery);
  const server = useServerAddress();
  const [chosen, setChosen] = useState<number>();
  const usable = tokens.data?.data.filter(({ status }) => status === tokenStatus.enabled) ?? [];
  const token = usable.find(({ id }) => id === chosen) ?? usable[0];

  if (tokens.error && !tokens.data)
    return (
      <ErrorState
        title={t("failed")}
        message={describeError(tokens.error)}
        onRetry={() => void tokens.refetch()}
      />
    );
  if (tokens.isPending) return <Skeleton height={160} />;
  const open = async (link: ChatLink): Promise<void> => {
    try {
      const key = needsKey(link) && token ? await fetchKey(token.id) : "";
      const target = chatLinkTarget(link, { key, server });
      if (target) window.open(target, "_blank", "noopener");
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <>
      <Typography sx={{ mt: 0.5, mb: 3, color: "text.secondary" }}>{t("lead")}</Typography>
      {token ? (
        <TextField
          select
          label={t("token")}
          value={token.id}
          onChange={(event) => setChosen(Number(event.target.value))}
          sx={{ mb: 3 }}
        >
          {usable.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <Stack direction="row" sx={{ alignItems: "center", gap: 2, mb: 3, flexWrap: "wrap" }}>
          <Typography>{t("noToken")}</Typography>
          <Button component={Link} to="/panel/token" variant="outlined" size="small">
            {t("makeToken")}
          </Button>
        </Stack>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none", gap: 1 }}>
        {links.map((link) => (
          <li key={`${link.sort} ${link.name}`}>
            <Button
              fullWidth
              variant="outlined"
              size="large"
              startIcon={<ChatOutlinedIcon />}
              disabled={needsKey(link) && !token}
              onClick={() => void open(link)}
              sx={{ justifyContent: "flex-start" }}
            >
              {link.name}
            </Button>
          </li>
        ))}
      </Stack>
    </>
  );
}
