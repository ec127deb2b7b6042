import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import KeyOutlinedIcon from "@mui/icons-material/KeyOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Passkey } from "@tollgate/contract/passkeys";
import type { Self } from "@tollgate/contract/profile";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { ErrorState } from "../../design-system/error-state/error-state";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { passkeysWork } from "../../lib/passkeys";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs";
import { CardRow, ProfileCard } from "./profile-card";
import { passkeysQuery, useDeletePasskey } from "./profile-queries";

/** The passkeys of an account. Where they cannot work, says so instead of offering them. */
export function PasskeysCard({ self }: { self: Self }) {
  const { t } = useTranslation(["profile", "common"]);
  const { passkey_login } = useSiteInfo();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  if (!passkey_login && data?.length === 0) return null;
  const works = passkeysWork();
  return (
    <>
      <ProfileCard
        title={t("passkeys.title")}
        description={t(works ? "passkeys.body" : "passkeys.unsuitable")}
        {...(passkey_login &&
          works && {
            action: (
              <Button variant="outlined" onClick={() => setAdding(true)}>
                {t("passkeys.add")}
              </Button>
            ),
          })}
      >
        {!data && !error && <Skeleton variant="rounded" height={44} />}
        {!data && error && (
          <ErrorState
            title={t("common:loadFailed")}
            message={describeError(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data?.length === 0 && (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("passkeys.none")}
          </Typography>
        )}
        {data && data.length > 0 && (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
            {data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRename={setRenaming} />
            ))}
          </Stack>
        )}
      </ProfileCard>
      {adding && <AddPasskeyDialog self={self} onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

function PasskeyRow({ passkey, onRename }: { passkey: Passkey; onRename: (passkey: Passkey) => void }) {
  const { t } = useTranslation("profile");
  const confirm = useConfirm();
  const remove = useDeletePasskey();
  const name = passkey.alias;
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t("passkeys.deleteTitle", { name }),
      body: t("passkeys.deleteBody"),
      confirmLabel: t("passkeys.delete"),
      danger: true,
    });
    if (sure) remove.mutate(passkey.id, { onSuccess: () => notify.success(t("passkeys.deleted", { name })) });
  };
  return (
    <CardRow
      icon={<KeyOutlinedIcon />}
      title={
        <>
          <span>{name}</span>
          {passkey.backed_up && (
            <StatusChip tone="info" label={t("passkeys.synced")} hint={t("passkeys.syncedHint")} />
          )}
        </>
      }
      detail={
        <>
          {t("passkeys.added")} <TimeText value={passkey.created_time} relative /> · {t("passkeys.used")}{" "}
          <TimeText value={passkey.last_used_time} relative none={t("passkeys.never")} />
        </>
      }
      action={
        <Stack direction="row">
          <Tooltip title={t("passkeys.rename")}>
            <IconButton
              size="small"
              aria-label={t("passkeys.renameOne", { name })}
              onClick={() => onRename(passkey)}
            >
              <EditOutlinedIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <Tooltip title={t("passkeys.delete")}>
            <IconButton
              size="small"
              aria-label={t("passkeys.deleteOne", { name })}
              disabled={remove.isPending}
              onClick={() => void ask()}
            >
              <DeleteOutlineIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Stack>
      }
    />
  );
}
