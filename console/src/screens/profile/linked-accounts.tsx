import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { SignInKind } from "@tollgate/contract/oauth";
import type { Self } from "@tollgate/contract/profile";
import { type BindingKind, bindingKinds } from "@tollgate/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notifications/notifications";
import type { RedirectKind } from "../../widgets/sign-in-methods/authorization-address";
import { ServiceIcon } from "../../widgets/sign-in-methods/service-icon";
import { useOfferedKinds } from "../../widgets/sign-in-methods/sign-in-kinds";
import { useLinkElsewhere } from "../../widgets/sign-in-methods/sign-in-queries";
import { useUnlink } from "./profile-queries";
import { StepUpDialog } from "./step-up-dialog";
import { WeChatLinkDialog } from "./wechat-link-dialog";

interface LinkRequest {
  kind: BindingKind;
  action: "link" | "unlink";
}

/** Services that the user can link or has linked, one row each with its button. Both require step-up. */
export function LinkedAccounts({ self }: { self: Self }) {
  const offered = useOfferedKinds();
  const [request, setRequest] = useState<LinkRequest>();
  const bindings: Partial<Record<BindingKind, string>> = self.bindings;
  const shown = bindingKinds.filter((kind) => isOffered(kind, offered) || (bindings[kind] ?? "") !== "");
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
      {shown.map((kind) => (
        <LinkedAccountRow key={kind} kind={kind} name={bindings[kind] ?? ""} onRequest={setRequest} />
      ))}
      {request && <LinkRequestDialog self={self} request={request} onClose={() => setRequest(undefined)} />}
    </Stack>
  );
}

function isOffered(kind: BindingKind, offered: readonly SignInKind[]): boolean {
  return kind !== "telegram" && offered.includes(kind);
}

interface LinkRequestDialogProps {
  self: Self;
  request: LinkRequest;
  onClose: () => void;
}

function LinkRequestDialog({ self, request: { kind, action }, onClose }: LinkRequestDialogProps) {
  if (action === "unlink") return <UnlinkDialog self={self} kind={kind} onClose={onClose} />;
  if (kind === "wechat") return <WeChatLinkDialog self={self} onClose={onClose} />;
  // The bot links itself.
  return kind === "telegram" ? null : <LinkDialog self={self} kind={kind} onClose={onClose} />;
}

/** The browser leaves for the service and comes back at `/oauth/<kind>`. */
function LinkDialog({ self, kind, onClose }: { self: Self; kind: RedirectKind; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const link = useLinkElsewhere();
  const service = t(`links.named.${kind}`);
  return (
    <StepUpDialog
      self={self}
      title={t("links.linkTitle", { service })}
      description={t("links.linkBody", { service })}
      submitLabel={t("links.link")}
      act={(stepUp) => link.mutateAsync({ kind, stepUp })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function UnlinkDialog({ self, kind, onClose }: { self: Self; kind: BindingKind; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const unlink = useUnlink();
  const service = t(`links.named.${kind}`);
  return (
    <StepUpDialog
      self={self}
      danger
      title={t("links.unlinkTitle", { service })}
      description={t(kind === "telegram" ? "links.unlinkTelegramBody" : "links.unlinkBody", { service })}
      submitLabel={t("links.unlink")}
      act={(stepUp) => unlink.mutateAsync({ type: kind, ...stepUp })}
      onDone={() => {
        notify.success(t("links.unlinked", { service }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface LinkedAccountRowProps {
  kind: BindingKind;
  /** Name or id of the linked account; empty: none. */
  name: string;
  onRequest: (request: LinkRequest) => void;
}

function LinkedAccountRow({ kind, name, onRequest }: LinkedAccountRowProps) {
  const { t } = useTranslation(["profile", "sign-in-methods"]);
  const service = t(`links.named.${kind}`);
  const action = name === "" ? "link" : "unlink";
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
        <Typography sx={{ fontWeight: 500 }}>{t(`sign-in-methods:services.${kind}`)}</Typography>
        <Typography variant="body2" noWrap title={name} sx={{ color: "text.secondary" }}>
          {name === "" ? t("links.notLinked") : t("links.linkedAs", { name })}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        size="small"
        color={action === "link" ? "primary" : "error"}
        aria-label={t(action === "link" ? "links.linkService" : "links.unlinkService", { service })}
        onClick={() => onRequest({ kind, action })}
      >
        {t(action === "link" ? "links.link" : "links.unlink")}
      </Button>
    </Stack>
  );
}
