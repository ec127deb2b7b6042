import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listMails, sendTestMail } from "@tollgate/contract/mail";
import { call } from "../../lib/api-client";

const mails = ["mails"] as const;

/** What became of the mails of the last thirty days, newest first. */
export const mailsQuery = (page: number) =>
  queryOptions({
    queryKey: [...mails, page],
    queryFn: ({ signal }) => call(listMails, { query: { page, size: 10, order: "-id" }, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Sends one mail immediately with the saved settings; the caller shows the result. */
export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (to: string) => call(sendTestMail, { body: { to } }),
    meta: { silent: true },
    onSettled: () => client.invalidateQueries({ queryKey: mails }),
  });
}
