import { useQuery } from "@tanstack/react-query";
import type { FieldProblem } from "@tollgate/contract/envelope";
import type { Gateway } from "@tollgate/contract/payments";
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { gatewayQuery } from "./gateways-queries";

/** What is open beside the list; `problems` are shown on their fields. */
export type OpenGateway =
  | { kind: "new" }
  | { kind: "stored"; gateway: Gateway; problems?: FieldProblem[]; isFresh?: boolean }
  | undefined;

/** The open editor; `?gateway=` of the address opens one. */
export function useOpenGateway(): [OpenGateway, (next: OpenGateway) => void] {
  const [open, setOpen] = useState<OpenGateway>();
  const [search, setSearch] = useSearchParams();
  const linked = Number(search.get("gateway") ?? 0);
  const { data } = useQuery({ ...gatewayQuery(linked), enabled: Number.isInteger(linked) && linked > 0 });
  const change = useCallback(
    (next: OpenGateway) => {
      setOpen(next);
      setSearch(
        (before) => {
          const rest = new URLSearchParams(before);
          rest.delete("gateway");
          return rest;
        },
        { replace: true },
      );
    },
    [setSearch],
  );
  return [open ?? (linked > 0 && data ? { kind: "stored", gateway: data } : undefined), change];
}
