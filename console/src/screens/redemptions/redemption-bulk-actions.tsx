import { useTranslation } from "react-i18next";
import { type SwitchAction, SwitchBulkActions } from "../../design-system/bulk-actions/switch-bulk-actions";
import { notify } from "../../lib/notifications/notifications";
import { useEditRedemptions } from "./redemptions-queries";

/** What can be done with all selected codes at once. */
export function RedemptionBulkActions({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { t } = useTranslation("redemptions");
  const edit = useEditRedemptions();
  const run = (action: SwitchAction) =>
    edit.mutate(
      { ids, action },
      {
        onSuccess: ({ changed }) => {
          notify.success(t("done.changed", { count: changed }));
          onDone();
        },
      },
    );
  return (
    <SwitchBulkActions
      labels={{ enable: t("actions.enable"), disable: t("actions.disable"), delete: t("actions.delete") }}
      question={{ title: t("bulk_delete.title", { count: ids.length }), body: t("delete.body") }}
      pending={edit.isPending}
      onAction={run}
    />
  );
}
