import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import type { Token } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { KeyReveal } from "../../widgets/key-reveal/key-reveal";
import { useCreateToken } from "./setup-queries";

interface SetupTokenProps {
  channel: Channel;
  /** Undefined until it is created. */
  token: Token | undefined;
  onCreated: (token: Token) => void;
}

/** Creates a token of one's own, to send the first request with. */
export function SetupToken({ channel, token, onCreated }: SetupTokenProps) {
  const { t } = useTranslation("channels");
  const create = useCreateToken();
  if (token)
    return (
      <Stack sx={{ gap: 1 }}>
        <KeyReveal secret={token.key} label={t("setup.key")} copyLabel={t("setup.copy_key")} />
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("setup.token_created")}
        </Typography>
      </Stack>
    );
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("setup.token_hint")}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        loading={create.isPending}
        onClick={() =>
          create.mutate(t("setup.token_name", { name: channel.name }).slice(0, 30), { onSuccess: onCreated })
        }
      >
        {t("setup.create_token")}
      </Button>
    </Stack>
  );
}
