import { useTranslation } from "react-i18next";
import { type SwitchAction, SwitchBulkActions } from "../../design-system/bulk-actions/switch-bulk-actions";
import { notify } from "../../lib/notifications/notifications";
import { useEditTokens } from "./tokens-queries";

/** Bulk actions on the selected tokens. */
export function TokenBulkActions({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { t } = useTranslation("tokens");
  const edit = useEditTokens();
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
      question={{
        title: t("bulk_delete.title", { count: ids.length }),
        body: t("bulk_delete.body", { count: ids.length }),
      }}
      pending={edit.isPending}
      onAction={run}
    />
  );
}
