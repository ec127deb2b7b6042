import { addJsonKey } from "../edit-json.ts";
import { addEntry, addImportedName, addLines } from "../edit-source.ts";
import type { Names } from "../names.ts";
import type { Plan } from "../plan.ts";

type Edits = Plan["edits"];

const screens = "console/src/screens";
const widgets = "console/src/widgets/sign-in-methods";

/** The sign-in button, the redirect and callback, and the callback address in the settings. */
export function showSignIn({ camel, pascal, snake }: Names): Edits {
  const callback = `${screens}/oauth-callback`;
  const queries = `${callback}/oauth-callback-queries.ts`;
  const way = `  if (kind === "${snake}") {
    const query = new URLSearchParams({ response_type: "code", client_id: site.${snake}_client_id, state });
    return \`\${site.${snake}_address}/oauth/authorize?\${query.toString()}\`;
  }`;
  const passport = `export const ${camel}CallbackScreen = passport("/oauth/${snake}");`;
  return [
    [queries, addImportedName(`signInBy${pascal}`, "@tollgate/contract/oauth")],
    [
      queries,
      addEntry({
        list: "const endpoints = {",
        entry: `${snake}: signInBy${pascal}`,
        place: { before: "oidc" },
      }),
    ],
    [
      `${callback}/read-arrival.ts`,
      addEntry({
        list: "const kinds: Record<string, CallbackKind> = {",
        entry: `"/oauth/${snake}": "${snake}"`,
      }),
    ],
    [`${callback}/screen.ts`, addLines({ before: "export const oidcCallbackScreen" }, passport)],
    [
      "console/src/app/screens.ts",
      addImportedName(`${camel}CallbackScreen`, "../screens/oauth-callback/screen"),
    ],
    [
      "console/src/app/screens.ts",
      addEntry({
        list: "export const screens: readonly Screen[] = [",
        entry: `${camel}CallbackScreen`,
        place: { before: "oidcCallbackScreen" },
      }),
    ],
    [
      `${screens}/settings/section-extras.tsx`,
      addEntry({
        list: "const callbacks: Partial<Record<SettingSection, string>> = {",
        entry: `${snake}: "/oauth/${snake}"`,
      }),
    ],
    [
      `${screens}/profile/sessions-card.tsx`,
      addEntry({ list: "const methods = new Set([", entry: `"${snake}"` }),
    ],
    [`${widgets}/authorization-address.ts`, addLines({ before: 'if (kind === "github") {' }, way)],
    [
      `${widgets}/sign-in-kinds.ts`,
      addEntry({
        list: "const offered: Record<SignInKind, boolean> = {",
        entry: `${snake}: site.${snake}_login`,
      }),
    ],
    [
      `${widgets}/service-icon.tsx`,
      addEntry({
        list: "const icons: Record<BindingKind, ComponentType<SvgIconProps>> = {",
        entry: `${snake}: VpnKeyOutlinedIcon`,
      }),
    ],
  ];
}

type Sentences = Record<
  | "signIn"
  | "needs"
  | "title"
  | "failed"
  | "linked"
  | "declined"
  | "hint"
  | "id"
  | "secret"
  | "address"
  | "ofApp"
  | "base",
  string
>;

function sentencesOf(name: string): Record<string, Sentences> {
  return {
    en_US: {
      signIn: `Continue with ${name}`,
      needs: "Needs the client ID and secret.",
      title: `Signing in with ${name}`,
      failed: `${name} sign-in failed`,
      linked: `Your account is linked to ${name}.`,
      declined: `You declined access at ${name}.`,
      hint: `Sign in with ${name}`,
      id: "Client ID",
      secret: "Client secret",
      address: "Service address",
      ofApp: `Of your app at ${name}.`,
      base: `Where ${name} is.`,
    },
    zh_CN: {
      signIn: `使用 ${name} 登录`,
      needs: "需先填写客户端 ID 和密钥。",
      title: `正在通过 ${name} 登录`,
      failed: `${name} 登录失败`,
      linked: `已绑定 ${name} 账号。`,
      declined: `您在 ${name} 取消了授权。`,
      hint: `允许 ${name} 登录`,
      id: "客户端 ID",
      secret: "客户端密钥",
      address: "服务地址",
      ofApp: `在 ${name} 创建的应用。`,
      base: `${name} 的访问地址。`,
    },
    ja_JP: {
      signIn: `${name} でログイン`,
      needs: "クライアント ID とシークレットが必要です。",
      title: `${name} でログインしています`,
      failed: `${name} でのログインに失敗しました`,
      linked: `${name} と連携しました。`,
      declined: `${name} で許可されませんでした。`,
      hint: `${name} でログイン`,
      id: "クライアント ID",
      secret: "クライアントシークレット",
      address: "サービスのアドレス",
      ofApp: `${name} で作成したアプリのものです。`,
      base: `${name} のアドレスです。`,
    },
  };
}

/** The texts of one language, in every file that names sign-in methods. */
export function nameSignIn({ pascal, snake, title: name }: Names, language: string): Edits {
  const text = sentencesOf(name)[language];
  if (!text) throw new Error(`No sentences of a sign-in method in ${language}.`);
  const callback = `${screens}/oauth-callback/locales/${language}.json`;
  const profile = `${screens}/profile/locales/${language}.json`;
  const settings = `${screens}/settings/locales/${language}.json`;
  const buttons = `${widgets}/locales/${language}.json`;
  const field = (key: string, label: string, hint: string): Edits[number] => [
    settings,
    addJsonKey(["fields"], `${pascal}${key}`, { label, hint }),
  ];
  return [
    [callback, addJsonKey(["title"], snake, text.title)],
    [callback, addJsonKey(["failed"], snake, text.failed)],
    [callback, addJsonKey(["linked"], snake, text.linked)],
    [callback, addJsonKey(["declined"], snake, text.declined)],
    [profile, addJsonKey(["sessions", "method"], snake, name)],
    [profile, addJsonKey(["links", "named"], snake, name)],
    [settings, addJsonKey(["sections"], snake, { title: name, hint: text.hint })],
    field("AuthEnabled", text.hint, text.needs),
    field("ClientId", text.id, text.ofApp),
    field("ClientSecret", text.secret, text.ofApp),
    field("Address", text.address, text.base),
    [buttons, addJsonKey(["continueWith"], snake, text.signIn)],
    [buttons, addJsonKey(["services"], snake, name)],
    [`console/src/widgets/audit-entries/locales/${language}.json`, addJsonKey(["method"], snake, name)],
  ];
}
