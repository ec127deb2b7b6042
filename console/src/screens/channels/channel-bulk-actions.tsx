import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { useEditChannels } from "./channels-queries";
import { TagDialog } from "./tag-dialog";

interface ChannelBulkActionsProps {
  ids: number[];
  onDone: () => void;
}

/** What can be done with all selected channels at once. */
export function ChannelBulkActions({ ids, onDone }: ChannelBulkActionsProps) {
  const { t } = useTranslation("channels");
  const confirm = useConfirm();
  const edit = useEditChannels();
  const [tagging, setTagging] = useState(false);
  const count = ids.length;

  const run = (action: "enable" | "disable" | "delete" | "tag", tag = "") =>
    edit.mutate(
      { ids, action, tag },
      {
        onSuccess: ({ changed }) => {
          notify.success(t("done.changed", { count: changed }));
          setTagging(false);
          onDone();
        },
      },
    );
  const remove = async () => {
    const question = { title: t("bulk_delete.title", { count }), body: t("delete.body") };
    if (await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true })) run("delete");
  };

  return (
    <>
      <Button size="small" onClick={() => run("enable")} disabled={edit.isPending}>
        {t("actions.enable")}
      </Button>
      <Button size="small" onClick={() => run("disable")} disabled={edit.isPending}>
        {t("actions.disable")}
      </Button>
      <Button size="small" onClick={() => setTagging(true)} disabled={edit.isPending}>
        {t("actions.tag")}
      </Button>
      <Button size="small" color="error" onClick={() => void remove()} disabled={edit.isPending}>
        {t("actions.delete")}
      </Button>
      {tagging && (
        <TagDialog
          count={count}
          pending={edit.isPending}
          onApply={(tag) => run("tag", tag)}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  );
}
