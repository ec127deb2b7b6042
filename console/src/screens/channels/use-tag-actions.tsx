import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import ToggleOffOutlinedIcon from "@mui/icons-material/ToggleOffOutlined";
import ToggleOnOutlinedIcon from "@mui/icons-material/ToggleOnOutlined";
import type { TagSummary } from "@tollgate/contract/channel-tags";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { useDeleteTag, useSetTagStatus } from "./channels-queries";

/** Row actions for all channels of a tag; frequent ones are buttons, the rest are in the menu. */
export function useTagActions(onEdit: (tag: string) => void) {
  const { t } = useTranslation("channels");
  const confirm = useConfirm();
  const status = useSetTagStatus();
  const removal = useDeleteTag();
  const onSuccess = (count: number) => notify.success(t("done.changed", { count }));

  const confirmDelete = async ({ tag, ids }: TagSummary) => {
    const question = {
      title: t("group.delete_title", { tag, count: ids.length }),
      body: t("bulk_delete.body", { count: ids.length }),
    };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    removal.mutate(tag, { onSuccess });
  };

  return (summary: TagSummary): RowAction[] => [
    {
      id: "edit",
      label: t("group.edit"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => onEdit(summary.tag),
    },
    {
      id: "enable",
      label: t("group.enable_all"),
      icon: <ToggleOnOutlinedIcon />,
      run: () => status.mutate({ tag: summary.tag, status: "enable" }, { onSuccess }),
    },
    {
      id: "disable",
      label: t("group.disable_all"),
      icon: <ToggleOffOutlinedIcon />,
      run: () => status.mutate({ tag: summary.tag, status: "disable" }, { onSuccess }),
    },
    {
      id: "delete",
      label: t("group.delete_all"),
      icon: <DeleteOutlineIcon />,
      danger: true,
      run: () => void confirmDelete(summary),
    },
  ];
}
