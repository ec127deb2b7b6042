import AutorenewIcon from "@mui/icons-material/Autorenew";
import ChatOutlinedIcon from "@mui/icons-material/ChatOutlined";
import CodeIcon from "@mui/icons-material/Code";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import type { ChatLink } from "@tollgate/contract/site-info";
import type { Token } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { chatLinkTarget, offeredChatLinks } from "../../widgets/chat-links/chat-links";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { fetchTokenKey, useDeleteToken } from "./tokens-queries";

interface RowActionsInput {
  onEdit: (token: Token) => void;
  /** Shows the whole key with code that uses it. */
  onUse: (token: Token, key: string) => void;
  onRotate: (token: Token) => void;
}

/** Row actions for one token; frequent ones are buttons, the rest are in the menu. */
export function useTokenRowActions({ onEdit, onUse, onRotate }: RowActionsInput) {
  const { t } = useTranslation("tokens");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteToken();
  const server = useServerAddress();
  const links = offeredChatLinks(useSiteInfo());

  const confirmDelete = async ({ id, name }: Token) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };
  // The key query already showed the failure.
  const withKey = (token: Token, use: (key: string) => void) =>
    void fetchTokenKey(token.id).then(use, () => {});
  const openChat = (token: Token, link: ChatLink) =>
    withKey(token, (key) => {
      const target = chatLinkTarget(link, { key, server });
      if (target) window.open(target, "_blank", "noopener");
    });

  return (token: Token): RowAction[] => [
    {
      id: "use",
      label: t("actions.use"),
      icon: <CodeIcon />,
      visible: true,
      run: () => withKey(token, (key) => onUse(token, key)),
    },
    {
      id: "edit",
      label: t("actions.edit"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => onEdit(token),
    },
    ...links.map((link) => ({
      id: `chat-${link.name}`,
      label: t("actions.chat", { name: link.name }),
      icon: <ChatOutlinedIcon />,
      run: () => openChat(token, link),
    })),
    {
      id: "rotate",
      label: t("actions.rotate"),
      icon: <AutorenewIcon />,
      run: () => onRotate(token),
    },
    {
      id: "logs",
      label: t("actions.logs"),
      icon: <ReceiptLongOutlinedIcon />,
      run: () => void navigate(`/panel/log?token_name=${encodeURIComponent(token.name)}`),
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
