import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { SignInKind } from "@tollgate/contract/oauth";
import { type BindingKind, bindingKinds } from "@tollgate/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { selfQuery } from "../../lib/session/self-query";
import { ServiceIcon } from "./service-icon";
import { useOfferedKinds } from "./sign-in-kinds";
import { useLeaveForService, useUnlink } from "./sign-in-queries";
import { WeChatDialog } from "./wechat-dialog";

const noBindings: Partial<Record<BindingKind, string>> = {};

/**
 * Services that the signed-in user can link or has linked, one row each with its button; for the profile, inside a card or section
 * with a title of its own. Takes and refreshes the user's own record itself; draws nothing where there is nothing to link.
 * Stands inside the console's shell, which has fetched its texts.
 */
export function LinkedAccounts() {
  const offered = useOfferedKinds();
  const { data: self } = useQuery(selfQuery);
  const leave = useLeaveForService();
  const [asking, setAsking] = useState(false);
  const bindings: Partial<Record<BindingKind, string>> = self?.bindings ?? noBindings;
  const shown = bindingKinds.filter((kind) => isOffered(kind, offered) || (bindings[kind] ?? "") !== "");

  const link = (kind: BindingKind): void => {
    if (kind === "wechat") setAsking(true);
    else if (kind !== "telegram") leave.mutate({ kind });
  };

  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
      {shown.map((kind) => (
        <LinkedAccountRow
          key={kind}
          kind={kind}
          name={bindings[kind] ?? ""}
          loading={!self || (leave.isPending && leave.variables.kind === kind)}
          onLink={() => link(kind)}
        />
      ))}
      {asking && <WeChatDialog mode="bind" onClose={() => setAsking(false)} />}
    </Stack>
  );
}

function isOffered(kind: BindingKind, offered: readonly SignInKind[]): boolean {
  return kind !== "telegram" && offered.includes(kind);
}

interface LinkedAccountRowProps {
  kind: BindingKind;
  /** Name or id of the linked account; empty: none. */
  name: string;
  loading: boolean;
  onLink: () => void;
}

function LinkedAccountRow({ kind, name, loading, onLink }: LinkedAccountRowProps) {
  const { t } = useTranslation("sign-in-methods");
  const service = t(`named.${kind}`);
  const confirm = useConfirm();
  const unlink = useUnlink();

  const askToUnlink = async (): Promise<void> => {
    const sure = await confirm({
      title: t("unlinkTitle", { service }),
      body: t(kind === "telegram" ? "unlinkTelegramBody" : "unlinkBody", { service }),
      confirmLabel: t("unlink"),
      danger: true,
    });
    if (sure) unlink.mutate(kind, { onSuccess: () => notify.success(t("unlinked", { service })) });
  };

  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: "center",
        gap: 1.5,
        py: 1.25,
        borderTop: 1,
        borderColor: "divider",
        "&:first-of-type": { borderTop: 0 },
      }}
    >
      <ServiceIcon kind={kind} sx={{ color: "text.secondary" }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{t(`services.${kind}`)}</Typography>
        <Typography variant="body2" noWrap title={name} sx={{ color: "text.secondary" }}>
          {name === "" ? t("notLinked") : t("linkedAs", { name })}
        </Typography>
      </Box>
      {name === "" ? (
        <Button
          variant="outlined"
          size="small"
          loading={loading}
          aria-label={t("linkService", { service })}
          onClick={onLink}
        >
          {t("link")}
        </Button>
      ) : (
        <Button
          variant="outlined"
          size="small"
          color="error"
          loading={unlink.isPending}
          aria-label={t("unlinkService", { service })}
          onClick={() => void askToUnlink()}
        >
          {t("unlink")}
        </Button>
      )}
    </Stack>
  );
}
