import type { Token } from "@tollgate/contract/tokens";
import type { ExampleToken } from "./use-example-models";

/** What a token's settings leave of the models. */
export function exampleOfToken({ group, backup_group, setting }: Token): ExampleToken {
  const { enabled, models } = setting.limits.limit_model_setting;
  return { group, backupGroup: backup_group, models: enabled ? models : [] };
}
