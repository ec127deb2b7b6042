import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import LockOpenOutlinedIcon from "@mui/icons-material/LockOpenOutlined";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import type { Price } from "@tollgate/contract/pricing";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { type PriceEditorStart, startOfNewPrice } from "./price-editor";
import { useDeletePrice, useSavePrice } from "./pricing-queries";

/** What can be done with one price: editing stands beside the row, the rest in its menu. */
export function usePriceRowActions(open: (start: PriceEditorStart) => void) {
  const { t } = useTranslation("pricing");
  const confirm = useConfirm();
  const remove = useDeletePrice();
  const save = useSavePrice();

  const askDelete = async (model: string) => {
    const question = { title: t("delete.title", { name: model }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(model, { onSuccess: () => notify.success(t("done.deleted", { name: model })) });
  };

  return (price: Price): RowAction[] => [
    {
      id: "edit",
      label: t("actions.edit"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => open({ former: price.model, values: price }),
    },
    {
      id: "copy",
      label: t("actions.copy"),
      icon: <ContentCopyIcon />,
      run: () => open(startOfNewPrice({ ...price, locked: false })),
    },
    {
      id: "lock",
      label: t(price.locked ? "actions.unlock" : "actions.lock"),
      icon: price.locked ? <LockOpenOutlinedIcon /> : <LockOutlinedIcon />,
      run: () => save.mutate({ former: price.model, body: { ...price, locked: !price.locked } }),
    },
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      run: () => void askDelete(price.model),
    },
  ];
}
