import type { SignInKind } from "@tollgate/contract/oauth";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localStore } from "../../lib/local-store";
import { ServiceIcon } from "./service-icon";
import { useOfferedKinds } from "./sign-in-kinds";
import { useLeaveForService } from "./sign-in-queries";
import { WeChatDialog } from "./wechat-dialog";

export interface SignInMethodsProps {
  /** Code of the invitation link that led here; default: the one that the browser remembers. */
  aff?: string;
}

/** See `SignInMethods`, which fetches this. */
export function SignInButtons({ aff = localStore.read("aff") ?? "" }: SignInMethodsProps) {
  const { t } = useTranslation("sign-in-methods");
  const kinds = useOfferedKinds();
  const leave = useLeaveForService();
  const [asking, setAsking] = useState(false);

  const begin = (kind: SignInKind): void => {
    if (kind === "wechat") setAsking(true);
    else leave.mutate({ kind, aff });
  };

  return (
    <Stack sx={{ gap: 1.25 }}>
      <Divider sx={{ mt: 2, mb: 0.5, typography: "body2", color: "text.secondary" }}>{t("or")}</Divider>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="outlined"
          color="inherit"
          size="large"
          startIcon={<ServiceIcon kind={kind} />}
          loading={leave.isPending && leave.variables.kind === kind}
          loadingPosition="start"
          disabled={leave.isPending}
          onClick={() => begin(kind)}
          sx={{ borderColor: "divider" }}
        >
          {t(`continueWith.${kind}`)}
        </Button>
      ))}
      {asking && <WeChatDialog aff={aff} onClose={() => setAsking(false)} />}
    </Stack>
  );
}
