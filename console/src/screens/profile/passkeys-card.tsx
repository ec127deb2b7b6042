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
import { ErrorState } from "../../design-system/error-state/error-state";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { passkeysWork } from "../../lib/passkeys";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { AddPasskeyDialog, DeletePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs";
import { CardRow, ProfileCard } from "./profile-card";
import { passkeysQuery } from "./profile-queries";

/** The passkeys of an account. Where they cannot work, explains why instead of offering them. */
export function PasskeysCard({ self }: { self: Self }) {
  const { t } = useTranslation(["profile", "common"]);
  const { passkey_login } = useSiteInfo();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const [deleting, setDeleting] = useState<Passkey>();
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
            compact
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
              <PasskeyRow key={passkey.id} passkey={passkey} onRename={setRenaming} onDelete={setDeleting} />
            ))}
          </Stack>
        )}
      </ProfileCard>
      {adding && <AddPasskeyDialog self={self} onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {deleting && (
        <DeletePasskeyDialog self={self} passkey={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: (passkey: Passkey) => void;
  onDelete: (passkey: Passkey) => void;
}

function PasskeyRow({ passkey, onRename, onDelete }: PasskeyRowProps) {
  const { t } = useTranslation("profile");
  const name = passkey.alias;
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
              onClick={() => onDelete(passkey)}
            >
              <DeleteOutlineIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Stack>
      }
    />
  );
}
