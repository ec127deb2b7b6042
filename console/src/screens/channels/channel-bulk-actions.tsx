import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { BulkDialog, type BulkField, bulkFields } from "./bulk-dialog";
import { useEditChannels, useSetOnChannels, useStartTestRun } from "./channels-queries";

interface ChannelBulkActionsProps {
  ids: number[];
  /** Models of these channels. */
  models: readonly string[];
  onDone: () => void;
}

/** Bulk actions on the selected channels; each is one call and one transaction. */
export function ChannelBulkActions({ ids, models, onDone }: ChannelBulkActionsProps) {
  const { t } = useTranslation("channels");
  const confirm = useConfirm();
  const edit = useEditChannels();
  const set = useSetOnChannels();
  const test = useStartTestRun();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [openField, setOpenField] = useState<BulkField>();
  const count = ids.length;
  const pending = edit.isPending || set.isPending || test.isPending;

  const finish = (changed: number) => {
    notify.success(t("done.changed", { count: changed }));
    setOpenField(undefined);
    onDone();
  };
  const run = (action: "enable" | "disable" | "delete") =>
    edit.mutate({ ids, action }, { onSuccess: ({ changed }) => finish(changed) });
  const remove = async () => {
    const question = { title: t("bulk_delete.title", { count }), body: t("bulk_delete.body", { count }) };
    if (await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true })) run("delete");
  };
  const open = (field: BulkField) => {
    setAnchor(null);
    setOpenField(field);
  };

  return (
    <>
      <Button size="small" onClick={() => run("enable")} disabled={pending}>
        {t("actions.enable")}
      </Button>
      <Button size="small" onClick={() => run("disable")} disabled={pending}>
        {t("actions.disable")}
      </Button>
      <Button size="small" onClick={() => test.mutate(ids, { onSuccess: onDone })} disabled={pending}>
        {t("actions.test")}
      </Button>
      <Button
        size="small"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        disabled={pending}
      >
        {t("bulk.set")}
      </Button>
      <Button size="small" color="error" onClick={() => void remove()} disabled={pending}>
        {t("actions.delete")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {bulkFields.map((field) => (
          <MenuItem key={field} onClick={() => open(field)}>
            {t(`bulk.menu.${field}`)}
          </MenuItem>
        ))}
      </Menu>
      {openField && (
        <BulkDialog
          field={openField}
          count={count}
          models={models}
          pending={set.isPending}
          onApply={(value) => set.mutate({ ids, field: openField, value }, { onSuccess: finish })}
          onClose={() => setOpenField(undefined)}
        />
      )}
    </>
  );
}
