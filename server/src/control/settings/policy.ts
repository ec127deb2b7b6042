import type { FieldProblem } from "@tollgate/contract/envelope";
import type { SettingKey, Settings } from "@tollgate/contract/settings";
import type { RootAccess } from "../../storage/repositories/root-access-repository.ts";

/** A switch that needs other settings first. */
interface Rule {
  toggle: SettingKey;
  /** Settings that the rule depends on. */
  needs: readonly SettingKey[];
  /** Those of them that are missing; default: the empty ones. */
  missing?(values: Settings): SettingKey[];
}

/** No method is enabled while its credentials are missing. */
const rules: readonly Rule[] = [
  {
    toggle: "GitHubOAuthEnabled",
    needs: ["GitHubClientId", "GitHubClientSecret", "GitHubAddress", "GitHubApiAddress"],
  },
  { toggle: "LarkAuthEnabled", needs: ["LarkClientId", "LarkClientSecret", "LarkAddress"] },
  { toggle: "WeChatAuthEnabled", needs: ["WeChatServerAddress", "WeChatServerToken"] },
  {
    toggle: "OIDCAuthEnabled",
    needs: ["OIDCIssuer", "OIDCClientId", "OIDCClientSecret", "OIDCScopes", "OIDCUsernameClaims"],
  },
  { toggle: "TurnstileCheckEnabled", needs: ["TurnstileSiteKey", "TurnstileSecretKey", "TurnstileAddress"] },
  { toggle: "EmailDomainRestrictionEnabled", needs: ["EmailDomainWhitelist"] },
  {
    toggle: "EmailVerificationEnabled",
    needs: ["SMTPServer", "SMTPFrom", "SMTPAccount"],
    missing: (values) => [
      ...(values.SMTPServer === "" ? (["SMTPServer"] as const) : []),
      // Mail needs a sender; the account is one.
      ...(values.SMTPFrom === "" && values.SMTPAccount === "" ? (["SMTPFrom"] as const) : []),
    ],
  },
];

/**
 * Missing settings after a change. Only rules that the change touches are checked, so that an old fault does not block
 * another setting. A problem is reported at the missing setting if that is among those being saved (`scope`), else at
 * the switch.
 */
export function findMissing(
  values: Settings,
  changed: ReadonlySet<SettingKey>,
  scope: ReadonlySet<SettingKey>,
): Map<SettingKey, FieldProblem> {
  const problems = new Map<SettingKey, FieldProblem>();
  for (const { toggle, needs, missing } of rules) {
    if (values[toggle] !== true || ![toggle, ...needs].some((key) => changed.has(key))) continue;
    const lacking = missing?.(values) ?? needs.filter((key) => isEmpty(values[key]));
    for (const key of lacking) {
      if (scope.has(key))
        problems.set(key, problem(key, "setting.needed", "Required while this is enabled."));
      else if (scope.has(toggle)) {
        const code = toggle === "EmailVerificationEnabled" ? "setting.mail_needed" : "setting.needs_others";
        problems.set(toggle, problem(toggle, code, `First set ${lacking.join(", ")}.`));
      }
    }
  }
  return problems;
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function problem(key: SettingKey, code: string, message: string): FieldProblem {
  return { path: key, code, message };
}

/** The switches of the sign-in methods of a super administrator's account. */
const signInSwitches = {
  github: "GitHubOAuthEnabled",
  wechat: "WeChatAuthEnabled",
  lark: "LarkAuthEnabled",
  oidc: "OIDCAuthEnabled",
  passkey: "PasskeyLoginEnabled",
} as const satisfies Record<keyof RootAccess, SettingKey>;

/** Switches whose change may lock every super administrator out. */
export const doorKeys: readonly SettingKey[] = ["PasswordLoginEnabled", ...Object.values(signInSwitches)];

/** True if some super administrator can still sign in. */
export function keepsWayIn(values: Settings, roots: readonly RootAccess[]): boolean {
  if (values.PasswordLoginEnabled) return true;
  const open = (Object.keys(signInSwitches) as (keyof RootAccess)[]).filter(
    (way) => values[signInSwitches[way]],
  );
  return roots.some((root) => open.some((way) => root[way]));
}
