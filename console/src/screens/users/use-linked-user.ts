import { useQuery } from "@tanstack/react-query";
import type { AdminUser } from "@tollgate/contract/users";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { userQuery } from "./users-queries";

/** Opens the user that the address names, once: `?user=` with the details, `?balance=` to change the balance. */
export function useLinkedUser(open: (kind: "user" | "balance", user: AdminUser) => void): void {
  const [search, setSearch] = useSearchParams();
  const kind = search.has("balance") ? "balance" : "user";
  const text = search.get(kind) ?? "";
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  const { data: user, isFetching } = useQuery({ ...userQuery(id), enabled: id !== 0 });
  const onUser = useEffectEvent(open);
  useEffect(() => {
    if (!user || user.id !== id || isFetching) return;
    onUser(kind, user);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(kind);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [user, id, isFetching, kind, setSearch]);
}
