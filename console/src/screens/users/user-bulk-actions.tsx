import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { AdminUser, BulkUserAction } from "@tollgate/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { describeProblem } from "../../lib/forms/describe-problem";
import { notify } from "../../lib/notifications/notifications";
import { useEditUsers } from "./users-queries";

interface UserBulkActionsProps {
  ids: number[];
  /** Rows in view, for the names of those that were rejected. */
  users: readonly AdminUser[];
  groups: readonly string[];
  /** Users whose action was rejected stay selected. */
  onDone: (left: number[]) => void;
}

/** Bulk actions on the selected users; each succeeds or fails on its own. */
export function UserBulkActions({ ids, users, groups, onDone }: UserBulkActionsProps) {
  const { t } = useTranslation("users");
  const confirm = useConfirm();
  const edit = useEditUsers();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  const run = (action: BulkUserAction, group?: string) =>
    edit.mutate(
      { ids, action, ...(group !== undefined && { group }) },
      {
        onSuccess: ({ results }) => {
          const rejected = results.filter((result) => !result.success);
          const done = results.length - rejected.length;
          if (done > 0) notify.success(t("bulk.done", { count: done }));
          const [first] = rejected;
          if (first) {
            const name = users.find((user) => user.id === first.id)?.username ?? String(first.id);
            notify.warning(
              t("bulk.refused", { count: rejected.length, name, reason: describeProblem(first) }),
            );
          }
          onDone(rejected.map((result) => result.id));
        },
      },
    );
  const ask = async (action: "disable" | "delete") => {
    const question = {
      title: t(`bulk.${action}_title`, { count: ids.length }),
      body: t(`bulk.${action}_body`),
      confirmLabel: t(`actions.${action}`),
      danger: action === "delete",
      ...(action === "delete" && ids.length > 5 && { typeToConfirm: String(ids.length) }),
    };
    if (await confirm(question)) run(action);
  };

  return (
    <>
      <Button size="small" onClick={() => run("enable")} disabled={edit.isPending}>
        {t("actions.enable")}
      </Button>
      <Button size="small" onClick={() => void ask("disable")} disabled={edit.isPending}>
        {t("actions.disable")}
      </Button>
      <Button
        size="small"
        onClick={(event) => setAnchor(event.currentTarget)}
        disabled={edit.isPending}
        aria-haspopup="menu"
      >
        {t("bulk.set_group")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {groups.map((group) => (
          <MenuItem
            key={group}
            onClick={() => {
              setAnchor(null);
              run("set_group", group);
            }}
          >
            {group}
          </MenuItem>
        ))}
      </Menu>
      <Button size="small" color="error" onClick={() => void ask("delete")} disabled={edit.isPending}>
        {t("actions.delete")}
      </Button>
    </>
  );
}
