import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import PersonOutlinedIcon from "@mui/icons-material/PersonOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { useDeleteAnyToken } from "./tokens-queries";

/** What an administrator does with someone's token: read its logs, go to its owner, end it. */
export function useAnyTokenRowActions() {
  const { t } = useTranslation("tokens");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteAnyToken();

  const confirmDelete = async ({ id, name, owner_name: owner }: OwnedToken) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body_of", { owner }) };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };

  return (token: OwnedToken): RowAction[] => [
    {
      id: "logs",
      label: t("actions.logs"),
      icon: <ReceiptLongOutlinedIcon />,
      visible: true,
      run: () => {
        const query = new URLSearchParams({ username: token.owner_name, token_name: token.name });
        void navigate(`/panel/log?${query.toString()}`);
      },
    },
    {
      id: "owner",
      label: t("actions.owner"),
      icon: <PersonOutlinedIcon />,
      run: () => void navigate(`/panel/user?keyword=${token.user_id}`),
    },
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      run: () => void confirmDelete(token),
    },
  ];
}
