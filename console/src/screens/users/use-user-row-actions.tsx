import AccountBalanceWalletOutlinedIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import AdminPanelSettingsOutlinedIcon from "@mui/icons-material/AdminPanelSettingsOutlined";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import LogoutIcon from "@mui/icons-material/Logout";
import PaymentsOutlinedIcon from "@mui/icons-material/PaymentsOutlined";
import PhonelinkLockOutlinedIcon from "@mui/icons-material/PhonelinkLockOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import VisibilityOutlinedIcon from "@mui/icons-material/VisibilityOutlined";
import { roles } from "@tollgate/contract/access";
import type { AdminUser } from "@tollgate/contract/users";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { RowAction } from "../../design-system/data-table/row-action";
import { notify } from "../../lib/notifications/notifications";
import { useHasAccess } from "../../lib/session/session";
import type { UserCellActions } from "./user-cell-actions";
import { useDeleteUser, useEndSessions, useManageUser, useResetTwoFactor } from "./users-queries";

interface RowActionsInput {
  actions: UserCellActions;
  onBalance: (user: AdminUser) => void;
}

/** Row actions for one user; frequent ones are buttons, the rest are in the menu. */
export function useUserRowActions({ actions, onBalance }: RowActionsInput) {
  const { t } = useTranslation("users");
  const isRoot = useHasAccess("root");
  const navigate = useNavigate();
  const run = useRuns(t);

  return (user: AdminUser): RowAction[] => {
    const may = actions.mayActOn(user);
    const logs: RowAction = {
      id: "logs",
      label: t("actions.logs"),
      icon: <ReceiptLongOutlinedIcon />,
      run: () => void navigate(`/panel/log?username=${encodeURIComponent(user.username)}`),
    };
    const orders: RowAction = {
      id: "orders",
      label: t("actions.orders"),
      icon: <PaymentsOutlinedIcon />,
      run: () => void navigate(`/panel/payment?view=orders&user_id=${user.id}`),
    };
    const statement: RowAction = {
      id: "statement",
      label: t("actions.statement"),
      icon: <DescriptionOutlinedIcon />,
      disabled: !may && !actions.isSelf(user),
      run: () => void navigate(`/panel/statement?user=${user.id}`),
    };
    const open: RowAction = {
      id: "open",
      label: t(may ? "actions.edit" : "actions.show"),
      icon: may ? <EditOutlinedIcon /> : <VisibilityOutlinedIcon />,
      visible: true,
      run: () => actions.open(user),
    };
    const balance: RowAction = {
      id: "balance",
      label: t("actions.balance"),
      icon: <AccountBalanceWalletOutlinedIcon />,
      visible: true,
      disabled: !may && !(isRoot && actions.isSelf(user)),
      run: () => onBalance(user),
    };
    const always = [open, balance, logs, orders, statement];
    return may ? [...always, ...changesOf(t, user, isRoot, run)] : always;
  };
}

function changesOf(
  t: TFunction<"users">,
  user: AdminUser,
  isRoot: boolean,
  run: ReturnType<typeof useRuns>,
): RowAction[] {
  const isAdmin = user.role === roles.admin;
  const promotes: RowAction = {
    id: "role",
    label: t(isAdmin ? "actions.demote" : "actions.promote"),
    icon: <AdminPanelSettingsOutlinedIcon />,
    run: () => void run.setRole(user, isAdmin ? "demote" : "promote"),
  };
  return [
    ...(isRoot && user.role !== roles.root ? [promotes] : []),
    {
      id: "end-sessions",
      label: t("actions.end_sessions"),
      icon: <LogoutIcon />,
      run: () => void run.endSessions(user),
    },
    {
      id: "two-factor",
      label: t("actions.reset_second_factor"),
      icon: <PhonelinkLockOutlinedIcon />,
      disabled: !user.second_factor && user.passkeys === 0,
      run: () => void run.resetTwoFactor(user),
    },
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      run: () => void run.remove(user),
    },
  ];
}

/** Each asks for confirmation, names the user, and describes the consequences. */
function useRuns(t: TFunction<"users">) {
  const confirm = useConfirm();
  const manage = useManageUser();
  const deletion = useDeleteUser();
  const sessions = useEndSessions();
  const reset = useResetTwoFactor();
  return {
    async setRole({ id, username: name }: AdminUser, action: "promote" | "demote") {
      const question = {
        title: t(`${action}.title`, { name }),
        body: t(`${action}.body`),
        confirmLabel: t(`actions.${action}`),
      };
      if (!(await confirm(question))) return;
      manage.mutate({ id, action }, { onSuccess: () => notify.success(t(`${action}.done`, { name })) });
    },
    async endSessions({ id, username: name }: AdminUser) {
      const question = {
        title: t("end_sessions.title", { name }),
        body: t("end_sessions.body"),
        confirmLabel: t("end_sessions.confirm"),
      };
      if (!(await confirm(question))) return;
      sessions.mutate(id, { onSuccess: () => notify.success(t("end_sessions.done", { name })) });
    },
    async resetTwoFactor({ id, username: name }: AdminUser) {
      const question = {
        title: t("reset_second_factor.title", { name }),
        body: t("reset_second_factor.body"),
        confirmLabel: t("reset_second_factor.confirm"),
        danger: true,
      };
      if (!(await confirm(question))) return;
      reset.mutate(id, { onSuccess: () => notify.success(t("reset_second_factor.done", { name })) });
    },
    async remove({ id, username: name }: AdminUser) {
      const question = {
        title: t("delete.title", { name }),
        body: t("delete.body"),
        confirmLabel: t("actions.delete"),
        danger: true,
      };
      if (!(await confirm(question))) return;
      deletion.mutate(id, { onSuccess: () => notify.success(t("delete.done", { name })) });
    },
  };
}
