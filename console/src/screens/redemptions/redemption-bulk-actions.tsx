import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { type SwitchAction, SwitchBulkActions } from "../../design-system/bulk-actions/switch-bulk-actions";
import { formatNumber } from "../../lib/format-number";
import { notify } from "../../lib/notifications/notifications";
import { type RedemptionQuery, useEditRedemptions } from "./redemptions-queries";

interface RedemptionBulkActionsProps {
  ids: number[];
  /** How many codes match the list's filters. */
  total: number;
  /** The filters, once all codes that match are selected instead of `ids`. */
  matching: Pick<RedemptionQuery, "keyword" | "status"> | undefined;
  onSelectAll: () => void;
  onDone: () => void;
}

/** Bulk actions on the selected codes, or on every code that matches the list's filters. */
export function RedemptionBulkActions(props: RedemptionBulkActionsProps) {
  const { ids, total, matching, onSelectAll, onDone } = props;
  const { t } = useTranslation("redemptions");
  const edit = useEditRedemptions();
  const run = (action: SwitchAction) =>
    edit.mutate(
      { ...(matching ? { matching } : { ids }), action },
      {
        onSuccess: ({ changed }) => {
          notify.success(t("done.changed", { count: changed }));
          onDone();
        },
      },
    );
  const count = matching ? total : ids.length;
  return (
    <>
      {!matching && total > ids.length && (
        <Button size="small" onClick={onSelectAll}>
          {t("select_all", { count: total, number: formatNumber(total) })}
        </Button>
      )}
      <SwitchBulkActions
        labels={{ enable: t("actions.enable"), disable: t("actions.disable"), delete: t("actions.delete") }}
        question={{ title: t("bulk_delete.title", { count }), body: t("bulk_delete.body", { count }) }}
        pending={edit.isPending}
        onAction={run}
      />
    </>
  );
}
