import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import LockOpenOutlinedIcon from "@mui/icons-material/LockOpenOutlined";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { type PriceEditorStart, startOfNewPrice, startOfPrice } from "./price-values";
import type { PriceGroup } from "./price-groups";
import { useDeletePrice, useDeletePrices, useSavePrice } from "./pricing-queries";

/** Row actions for a price, or for the price of several models; frequent ones are buttons, the rest are in the menu. */
export function usePriceRowActions(open: (start: PriceEditorStart) => void) {
  const { t } = useTranslation("pricing");
  const confirm = useConfirm();
  const remove = useDeletePrice();
  const removeAll = useDeletePrices();
  const save = useSavePrice();

  const confirmDelete = async (models: readonly string[]) => {
    const [name = ""] = models;
    const count = models.length;
    const title = count === 1 ? t("delete.title", { name }) : t("bulk_delete.title", { count });
    const question = { title, body: t("delete.body"), confirmLabel: t("actions.delete"), danger: true };
    if (!(await confirm(question))) return;
    if (count === 1) remove.mutate(name, { onSuccess: () => notify.success(t("done.deleted", { name })) });
    else
      removeAll.mutate([...models], {
        onSuccess: ({ changed }) => notify.success(t("done.bulk_deleted", { count: changed })),
      });
  };

  return (price: PriceGroup): RowAction[] => {
    const { former, values } = startOfPrice(price, price.models);
    return [
      {
        id: "edit",
        label: t("actions.edit"),
        icon: <EditOutlinedIcon />,
        visible: true,
        run: () => open({ former, values }),
      },
      {
        id: "copy",
        label: t("actions.copy"),
        icon: <ContentCopyIcon />,
        run: () => open(startOfNewPrice({ ...values, models: [], locked: false })),
      },
      {
        id: "lock",
        label: t(price.locked ? "actions.unlock" : "actions.lock"),
        icon: price.locked ? <LockOpenOutlinedIcon /> : <LockOutlinedIcon />,
        run: () => save.mutate({ start: { former, values }, values: { ...values, locked: !price.locked } }),
      },
      {
        id: "delete",
        label: t("actions.delete"),
        icon: <DeleteOutlinedIcon />,
        danger: true,
        run: () => void confirmDelete(price.models),
      },
    ];
  };
}
