import { isSettingKey } from "@tollgate/contract/settings";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { goToSetting } from "./go-to";

/** Goes to the setting that the address names as `?setting=`, once. */
export function useLinkedSetting(): void {
  const [search, setSearch] = useSearchParams();
  const key = search.get("setting");
  useEffect(() => {
    if (key === null) return;
    if (isSettingKey(key)) goToSetting(key);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("setting");
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [key, setSearch]);
}
