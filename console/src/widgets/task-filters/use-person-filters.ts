import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { useNameFilter } from "../name-filter/name-filter";

interface PersonFilters {
  username: string;
  channel_id: number;
  token_id: number;
}

/** Filters by user and channel for administrators; by token only where a link set it, since the list has only token ids. */
export function usePersonFilters(
  filters: PersonFilters,
  onChange: (part: Partial<PersonFilters>) => void,
  everybody: boolean,
): ListFilter[] {
  const { t } = useTranslation("task-status");
  const user = useNameFilter({
    everybody,
    beginnings: false,
    field: "user",
    name: "username",
    label: t("label.user"),
    value: filters.username,
    onChange: (value) => onChange({ username: value }),
  });
  const channel = useNameFilter({
    everybody,
    beginnings: false,
    field: "channel",
    name: "channel_id",
    label: t("label.channel"),
    value: everybody && filters.channel_id !== 0 ? String(filters.channel_id) : "",
    onChange: (value) => onChange({ channel_id: Number(value) }),
  });
  const token: ListFilter = {
    kind: "text",
    name: "token_id",
    label: t("label.token_id"),
    value: String(filters.token_id),
    onChange: (value) => onChange({ token_id: /^\d{1,15}$/.test(value) ? Number(value) : 0 }),
  };
  return [...(everybody ? [user, channel] : []), ...(filters.token_id === 0 ? [] : [token])];
}
