import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  listSettings,
  saveSettingSection,
  type SettingsForm,
  type TestedService,
  testService,
} from "@tollgate/contract/setting-endpoints";
import type { SettingSection } from "@tollgate/contract/setting-definition";
import { call } from "../../lib/api-client";

/** Every setting with its value as text. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => call(listSettings, { signal }),
  meta: { inPlace: true },
});

/** Saves a section as one; what the shell shows of it follows. */
export function useSaveSection(section: SettingSection) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsForm) => call(saveSettingSection, { params: { section }, body }),
    meta: { formErrors: true },
    onSuccess: async ({ settings }) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      // Site info, announcement, pages and links may contain previous values.
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== settingsQuery.queryKey[0],
      });
    },
  });
}

/** Tests a service with values that may not be saved yet. */
export function useTestService(service: TestedService) {
  return useMutation({
    mutationFn: (values: Record<string, unknown>) =>
      call(testService, { params: { service }, body: { values } }),
    meta: { formErrors: true },
  });
}
