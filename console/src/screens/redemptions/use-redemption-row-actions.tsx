import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import { type Redemption, redemptionStatus } from "@tollgate/contract/redemptions";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { useDeleteRedemption } from "./redemptions-queries";

/** What can be done with one code: a used one can only be deleted. */
export function useRedemptionRowActions(onEdit: (redemption: Redemption) => void) {
  const { t } = useTranslation("redemptions");
  const confirm = useConfirm();
  const remove = useDeleteRedemption();
  const confirmDelete = async ({ id, key, status }: Redemption) => {
    const used = status === redemptionStatus.used;
    const question = {
      title: t("delete.title", { key }),
      body: t(used ? "delete.body_used" : "delete.body"),
    };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { key })) });
  };
  return (redemption: Redemption): RowAction[] => [
    ...(redemption.status === redemptionStatus.used
      ? []
      : [
          {
            id: "edit",
            label: t("actions.edit"),
            icon: <EditOutlinedIcon />,
            visible: true,
            run: () => onEdit(redemption),
          },
        ]),
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      run: () => void confirmDelete(redemption),
    },
  ];
}
