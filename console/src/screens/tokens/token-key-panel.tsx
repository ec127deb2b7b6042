import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { KeyReveal } from "../../widgets/key-reveal/key-reveal";
import { NoBalanceNotice } from "../../widgets/no-balance/no-balance-notice";
import { Snippets } from "../../widgets/snippets/snippets";
import { type ExampleToken, useExampleModels } from "../../widgets/snippets/use-example-models";

/** A key in full and whose it is; `fresh` right after it was made. */
export interface ShownKey {
  name: string;
  secret: string;
  fresh: boolean;
  /** What limits its models. */
  limits: ExampleToken;
}

interface TokenKeyPanelProps {
  shown: ShownKey;
  onClose: () => void;
}

/** A token's key, large and whole, with code that uses it. */
export function TokenKeyPanel({ shown, onClose }: TokenKeyPanelProps) {
  const { t } = useTranslation("tokens");
  const { name, secret, fresh, limits } = shown;
  const models = useExampleModels(limits);
  return (
    <SidePanel
      open
      title={t(fresh ? "created.title" : "use.title", { name })}
      onClose={onClose}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button variant="contained" onClick={onClose}>
            {t(fresh ? "created.done" : "use.close")}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2.5 }}>
        <NoBalanceNotice />
        {fresh && <Typography sx={{ color: "text.secondary" }}>{t("created.body")}</Typography>}
        <KeyReveal secret={secret} label={t("columns.key")} copyLabel={t("key.copy_button")} />
        <Box>
          <Typography variant="h4" component="h3" sx={{ mb: 1.5 }}>
            {t("created.first_request")}
          </Typography>
          <Snippets apiKey={secret} models={models} />
        </Box>
      </Stack>
    </SidePanel>
  );
}
