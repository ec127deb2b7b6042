import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import HistoryOutlinedIcon from "@mui/icons-material/HistoryOutlined";
import InsightsOutlinedIcon from "@mui/icons-material/InsightsOutlined";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import PlayArrowOutlinedIcon from "@mui/icons-material/PlayArrowOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import type { ChannelEditorStart } from "./channel-editor";
import type { ChannelTestRequest } from "./channel-test-dialog";
import type { ChannelCellActions } from "./channels-columns";
import { useDeleteChannel } from "./channels-queries";

interface RowActionsInput {
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  actions: ChannelCellActions;
  onOpen: (start: ChannelEditorStart) => void;
  onTest: (request: ChannelTestRequest) => void;
}

/** Row actions for one channel; frequent ones are buttons, the rest are in the menu. */
export function useChannelRowActions({ descriptors, actions, onOpen, onTest }: RowActionsInput) {
  const { t } = useTranslation("channels");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteChannel();

  const confirmDelete = async ({ id, name }: Channel) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };

  return (channel: Channel): RowAction[] => {
    const console = descriptors.get(channel.type)?.consoleUrl;
    return [
      {
        id: "edit",
        label: t("actions.edit"),
        icon: <EditOutlinedIcon />,
        visible: true,
        run: () => actions.edit(channel),
      },
      {
        id: "test",
        label: t("actions.test_model"),
        icon: <PlayArrowOutlinedIcon />,
        run: () => onTest({ channel }),
      },
      {
        id: "open",
        label: t("actions.open"),
        icon: <InsightsOutlinedIcon />,
        run: () => void navigate(`/panel/channel/${channel.id}`),
      },
      {
        id: "history",
        label: t("actions.history"),
        icon: <HistoryOutlinedIcon />,
        run: () => actions.showHistory(channel),
      },
      {
        id: "copy",
        label: t("actions.copy"),
        icon: <ContentCopyIcon />,
        run: () => onOpen({ kind: "copy", channel }),
      },
      {
        id: "logs",
        label: t("actions.logs"),
        icon: <ReceiptLongOutlinedIcon />,
        run: () => void navigate(`/panel/log?channel_id=${channel.id}`),
      },
      ...(console
        ? [
            {
              id: "console",
              label: t("actions.console"),
              icon: <OpenInNewIcon />,
              run: () => void window.open(console, "_blank", "noopener"),
            },
          ]
        : []),
      {
        id: "delete",
        label: t("actions.delete"),
        icon: <DeleteOutlineIcon />,
        danger: true,
        run: () => void confirmDelete(channel),
      },
    ];
  };
}
