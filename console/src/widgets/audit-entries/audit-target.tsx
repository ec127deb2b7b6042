import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { AuditEntry } from "@tollgate/contract/audit";
import { Link as RouterLink } from "react-router";
import { i18n } from "../../lib/i18n/i18n";
import { useSession } from "../../lib/session/session";
import { settingName, useSettingNames } from "./setting-name";

type Target = Pick<
  AuditEntry,
  "target_type" | "target_id" | "target_name" | "target_now" | "actor_id" | "actor_name" | "detail"
>;

/** What an entry is about: kind and name, linked to its list while it is there, with the number by which others of that name differ. */
export function AuditTarget({ entry }: { entry: Target }) {
  useSettingNames(entry.target_type);
  const { kind, name, number } = describeTarget(entry);
  const address = addressOf(entry, useSession()?.id);
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

/** Address of the thing: its list, the settings, or its owner for other users' tokens. */
function addressOf(entry: Target, ownId: number | undefined): string | undefined {
  const { target_type: type, target_now: now } = entry;
  if (now === "") return undefined;
  if (type === "setting") return "/panel/setting";
  if (type === "token") {
    const { user_id: ownerId = entry.actor_id, username: owner = entry.actor_name } = entry.detail;
    const [list, keyword] = ownerId === ownId ? ["/panel/token", now] : ["/panel/user", String(owner)];
    return `${list}?keyword=${encodeURIComponent(keyword)}`;
  }
  const list = lists[type];
  return list && `${list}?keyword=${encodeURIComponent(now)}`;
}
