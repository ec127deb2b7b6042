import { getReconciliation, runReconciliation } from "@tollgate/contract/reconciliation";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api-client";
import { notify } from "../../lib/notifications/notifications";

/** Result of the last check of the books, for administrators; hidden where it fails. */
export const booksQuery = queryOptions({
  queryKey: ["dashboard", "books"],
  queryFn: ({ signal }) => call(getReconciliation, { signal }),
  refetchInterval: 60_000,
  meta: { silent: true },
});

/** Checks the books now; a notification says that they agree, since the notice is gone then. */
export function useCheckBooks() {
  const { t } = useTranslation("dashboard");
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(runReconciliation),
    onSuccess(result) {
      client.setQueryData(booksQuery.queryKey, result);
      if (result.differences.length === 0) notify.success(t("books.agree"));
    },
  });
}
