import Box from "@mui/material/Box";
import type { AuditEntry } from "@tollgate/contract/audit";
import { i18n } from "../../lib/i18n/i18n";
import { settingName, useSettingNames } from "./setting-name";

type Target = Pick<AuditEntry, "target_type" | "target_id" | "target_name">;

/** What an entry is about: kind and name, with the id where the name is not it. */
export function AuditTarget({ entry }: { entry: Target }) {
  useSettingNames(entry.target_type);
  return (
    <Box component="span" sx={{ overflowWrap: "anywhere" }}>
      {describeTarget(entry)}
    </Box>
  );
}

export function describeTarget({ target_type: type, target_id: id, target_name: name }: Target): string {
  const kind = describeTargetKind(type);
  const setting = type === "setting" ? settingName(id) : undefined;
  if (setting !== undefined) return i18n.t("audit-entries:setting", { kind, name: setting });
  if (name !== "") return `${kind} ${name} (${id})`;
  return id === "" || id === "*" ? kind : `${kind} ${id}`;
}

export function describeTargetKind(type: string): string {
  const key = `audit-entries:target.${type}`;
  return i18n.exists(key) ? i18n.t(key) : type;
}
