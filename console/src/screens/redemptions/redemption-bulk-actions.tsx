import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { useEditRedemptions } from "./redemptions-queries";

interface RedemptionBulkActionsProps {
  ids: number[];
  onDone: () => void;
}

/** What can be done with all selected codes. */
export function RedemptionBulkActions({ ids, onDone }: RedemptionBulkActionsProps) {
  const { t } = useTranslation("redemptions");
  const confirm = useConfirm();
  const edit = useEditRedemptions();

  const run = (action: "enable" | "disable" | "delete") =>
    edit.mutate(
      { ids, action },
      {
        onSuccess: ({ changed }) => {
          notify.success(t("done.changed", { count: changed }));
          onDone();
        },
      },
    );
  const remove = async () => {
    const question = { title: t("bulk_delete.title", { count: ids.length }), body: t("delete.body") };
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
      <Button size="small" color="error" onClick={() => void remove()} disabled={edit.isPending}>
        {t("actions.delete")}
      </Button>
    </>
  );
}
