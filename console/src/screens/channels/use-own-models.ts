import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { type ChannelValues, hasOwnModels, modelsForAddress } from "./channel-values";

/** True while the address is that of a server with models of its own. A new channel then loses the provider's default ones. */
export function useOwnModels(descriptor: ProviderDescriptor | undefined): boolean {
  const { control, getValues, setValue, watch } = useFormContext<ChannelValues>();
  const address = useWatch({ control, name: "base_url" });
  useEffect(() => {
    if (!descriptor?.ownModels || getValues("id") !== 0) return undefined;
    const { unsubscribe } = watch((_values, { name }) => {
      if (name !== "base_url") return;
      const before = getValues();
      const { models, test_model } = modelsForAddress(before, descriptor);
      if (models !== before.models) setValue("models", models, { shouldDirty: true });
      if (test_model !== before.test_model) setValue("test_model", test_model, { shouldDirty: true });
    });
    return unsubscribe;
  }, [descriptor, getValues, setValue, watch]);
  return hasOwnModels(address, descriptor);
}
