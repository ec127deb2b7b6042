import { getReconciliation, runReconciliation } from "@tollgate/contract/reconciliation";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api-client";
import { notify } from "../../lib/notifications/notifications";

/** Result of the last ledger check, for administrators; hidden on failure. */
export const ledgerQuery = queryOptions({
  queryKey: ["dashboard", "books"],
  queryFn: ({ signal }) => call(getReconciliation, { signal }),
  refetchInterval: 60_000,
  meta: { silent: true },
});

/** Checks the ledger now; without differences the notice disappears, so a notification confirms it. */
export function useCheckLedger() {
  const { t } = useTranslation("dashboard");
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(runReconciliation),
    onSuccess(result) {
      client.setQueryData(ledgerQuery.queryKey, result);
      if (result.differences.length === 0) notify.success(t("books.agree"));
    },
  });
}
