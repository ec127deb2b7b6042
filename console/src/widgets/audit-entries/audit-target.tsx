import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { AuditEntry } from "@tollgate/contract/audit";
import { Link as RouterLink } from "react-router";
import { i18n } from "../../lib/i18n/i18n";
import { settingName, useSettingNames } from "./setting-name";

type Target = Pick<AuditEntry, "target_type" | "target_id" | "target_name" | "target_exists" | "detail">;

/** What an entry is about: kind and name, linked to its list while it is there, with the number by which others of that name differ. */
export function AuditTarget({ entry, plain = false }: { entry: Target; plain?: boolean }) {
  useSettingNames(entry.target_type);
  const { kind, name, number } = describeTarget(entry);
  const address = plain ? undefined : addressOf(entry, name);
  return (
    <Box component="span" sx={{ overflowWrap: "anywhere" }}>
      {kind}
      {name !== "" && !kind.endsWith("：") && " "}
      {address === undefined ? name : <TargetLink to={address}>{name}</TargetLink>}
      {number !== "" && (
        <Box component="span" sx={{ color: "text.secondary" }}>
          {` #${number}`}
        </Box>
      )}
    </Box>
  );
}

function TargetLink({ to, children }: { to: string; children: string }) {
  return (
    <Link component={RouterLink} to={to} sx={{ fontWeight: 500 }}>
      {children}
    </Link>
  );
}

export function describeTarget({ target_type: type, target_id: id, target_name: named }: Target): {
  kind: string;
  name: string;
  number: string;
} {
  const kind = describeTargetKind(type);
  const setting = type === "setting" ? settingName(id) : undefined;
  if (setting !== undefined)
    return { kind: i18n.t("audit-entries:kind", { kind }), name: setting, number: "" };
  if (id === "" || id === "*") return { kind, name: named, number: "" };
  const numbered = /^\d+$/.test(id);
  if (named === "") return { kind, name: numbered ? "" : id, number: numbered ? id : "" };
  return { kind, name: named, number: numbered ? id : "" };
}

export function describeTargetKind(type: string): string {
  const key = `audit-entries:target.${type}`;
  return i18n.exists(key) ? i18n.t(key) : type;
}

const lists: Record<string, string> = {
  user: "/panel/user",
  channel: "/panel/channel",
  price: "/panel/pricing",
  group: "/panel/user_group",
};

/** Where the thing stands now, or the settings; a token stands in the tokens of its owner, which have no address. */
function addressOf({ target_type: type, target_exists: exists, target_id: id }: Target, name: string) {
  if (!exists) return undefined;
  if (type === "setting") return "/panel/setting";
  const list = lists[type];
  return list && `${list}?keyword=${encodeURIComponent(type === "price" ? id : name)}`;
}
