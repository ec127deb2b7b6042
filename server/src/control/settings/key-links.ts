import { roles } from "@tollgate/contract/access";
import type { FieldProblem } from "@tollgate/contract/envelope";
import type { SettingKey, Settings } from "@tollgate/contract/settings";
import { carriesKey, mayCarryKey } from "@tollgate/contract/site-info";

interface Change {
  before: Settings;
  after: Settings;
  changed: readonly SettingKey[];
  actor: { role: number };
  pathOf(key: SettingKey): string;
}

/**
 * Chat links that would send users' keys to a wrong place. A link with `{key}` leads to https or a known app, and only
 * the super administrator sets one; administrators may keep and move existing ones.
 */
export function findKeyLinks({ before, after, changed, actor, pathOf }: Change): FieldProblem[] {
  const saved = new Set([before.ChatLink, ...before.ChatLinks.map((link) => link.url)]);
  const sent = [
    ...(changed.includes("ChatLinks")
      ? after.ChatLinks.map(({ url }, index) => ({ url, path: `${pathOf("ChatLinks")}.${index}.url` }))
      : []),
    ...(changed.includes("ChatLink") ? [{ url: after.ChatLink, path: pathOf("ChatLink") }] : []),
  ];
  return sent.flatMap(({ url, path }) => {
    if (!mayCarryKey(url)) return [{ path, code: "setting.chat_key_address", message: keyAddress }];
    if (actor.role === roles.root || !carriesKey(url) || saved.has(url)) return [];
    return [{ path, code: "setting.chat_key_root_only", message: rootOnly }];
  });
}

const keyAddress = "A link with {key} must begin with https://.";
const rootOnly = "Only the super administrator may set a link with {key}.";
