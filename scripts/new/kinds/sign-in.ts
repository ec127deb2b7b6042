import { languages } from "../../read-locales.ts";
import { addEntry, addImport, addImportedName, addLines, addMember, type Edit } from "../edit-source.ts";
import { type Names, rejectDigits } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";
import { goldenSql, listMigration, nextMigration } from "./migration.ts";
import { nameSignIn, showSignIn } from "./sign-in-console.ts";

type Edits = Plan["edits"];

/** A service whose accounts sign users in by OAuth 2.0 with an authorization code. */
export function planSignIn(names: Names, root: string): Plan {
  rejectDigits(names.kebab);
  const number = nextMigration(root);
  const folder = `server/src/control/auth/methods/${names.kebab}`;
  return {
    files: fillTemplate("sign-in", "", { ...names, number }),
    edits: [
      ...extendContract(names),
      ...registerMethod(names),
      ...storeLink(names),
      ...listMigration(names.camel, `${number}-${names.kebab}`),
      ...presentLink(names),
      ...ruleSettings(names),
      ...extendTests(names),
      ...showSignIn(names),
      ...languages.flatMap((language) => nameSignIn(names, language)),
      [
        "docs/operate/sign-in.md",
        addLines(
          { before: "| WeChat |" },
          `| ${names.title} | an app for the authorization code flow; redirect URL \`https://<your server>/oauth/${names.snake}\` | \`${names.pascal}ClientId\`, \`${names.pascal}ClientSecret\`, \`${names.pascal}Address\` |`,
        ),
      ],
    ],
    documents: [{ program: ["scripts/print-settings.ts"], writes: "docs/operate/settings.md" }, goldenSql],
    next: [
      `${folder}/: the service's paths and fields; test and server/test/support/${names.kebab}-stand-in.ts with them`,
      `contract/src/settings.ts and site-defaults.ts: the service's real address (now https://${names.kebab}.example)`,
      "console/src/widgets/sign-in-methods/: the authorization address and the icon",
      "the name in Chinese and Japanese, where the service has one there",
    ],
  };
}

function extendContract({ camel, pascal, snake, kebab, title }: Names): Edits {
  const oauth = "contract/src/oauth.ts";
  const endpoint = `export const signInBy${pascal} = defineEndpoint({
  method: "GET",
  path: "/api/oauth/${snake}",
  access: "public",
  summary: "Sign in with the code that ${title} gave, or link the account",
  query: answerOfService,
  data: signedInOrLinked,
  rate: "critical",
});
`;
  const settings = `  ${pascal}AuthEnabled: ${camel}.toggle(false),
  ${pascal}ClientId: ${camel}.line(""),
  ${pascal}ClientSecret: ${camel}.line("", { secret: true }),
  ${pascal}Address: ${camel}.address("https://${kebab}.example", serviceAddress),
`;
  const facts = `  ${snake}_login: z.boolean().default(siteDefaults.${snake}_login),
  ${snake}_client_id: z.string().default(siteDefaults.${snake}_client_id),
  ${snake}_address: z.string().default(siteDefaults.${snake}_address),`;
  const defaults = `  ${snake}_login: false,
  ${snake}_client_id: "",
  ${snake}_address: "https://${kebab}.example",`;
  const settingsFile = "contract/src/settings.ts";
  return [
    [oauth, addEntry({ list: "export const signInKinds = [", entry: `"${snake}"` })],
    [oauth, addEntry({ list: "export const stateKinds = [", entry: `"${snake}"` })],
    [oauth, addLines({ before: "export const signInByOidc = defineEndpoint({" }, endpoint)],
    ["contract/src/user.ts", addEntry({ list: "export const bindingKinds = [", entry: `"${snake}"` })],
    [
      "contract/src/user.ts",
      addEntry({ list: "export const bindings = z\n  .object({", entry: `${snake}: z.string()` }),
    ],
    [
      "contract/src/examples/account-examples.ts",
      addEntry({ list: "const bindings = {", entry: `${snake}: ""` }),
    ],
    [
      "contract/src/setting-definition.ts",
      addEntry({
        list: "export const settingSections = {",
        entry: `${snake}: "system"`,
        place: { before: "turnstile:" },
      }),
    ],
    [
      settingsFile,
      addLines({ before: "const turnstile = settingsOf(" }, `const ${camel} = settingsOf("${snake}", root);`),
    ],
    [settingsFile, addLines({ before: "TurnstileCheckEnabled: turnstile.toggle(" }, settings)],
    ["contract/src/site-info.ts", addLines({ before: "wechat_login: z.boolean()" }, facts)],
    ["contract/src/site-defaults.ts", addLines({ before: "wechat_login: false" }, defaults)],
  ];
}

function registerMethod({ camel, kebab, pascal, snake, title }: Names): Edits {
  const folder = "server/src/control/auth";
  const registry = `${folder}/methods/registry.ts`;
  const routes = `${folder}/service-routes.ts`;
  const links = `${folder}/links.ts`;
  const route = `  register(signInBy${pascal}, async (context) =>
    answer(context, await services.finish(await visitOf(context), "${snake}", context.query)),
  );
`;
  return [
    [registry, addImport(`import { ${camel} } from "./${kebab}/index.ts";`)],
    [
      registry,
      addEntry({
        list: "createSignInMethods(deps: { clock: Clock }): Record<SignInKind, SignInService> {\n  return {",
        entry: camel === snake ? camel : `${snake}: ${camel}`,
      }),
    ],
    [routes, addImportedName(`signInBy${pascal}`, "@tollgate/contract/oauth")],
    [routes, addLines({ before: "register(signInByOidc," }, route)],
    [
      links,
      addEntry({
        list: "const columns: Record<BindingKind, LinkColumn> = {",
        entry: `${snake}: "${snake}_id"`,
      }),
    ],
    [
      links,
      addEntry({
        list: "const serviceNames: Record<BindingKind, string> = {",
        entry: `${snake}: "${title}"`,
      }),
    ],
  ];
}

/** The column with the user's id at the service. */
function storeLink({ snake }: Names): Edits {
  const users = "server/src/storage/repositories/user-repository.ts";
  const access = "server/src/storage/repositories/root-access-repository.ts";
  return [
    ["server/src/storage/tables/users.ts", addBefore("telegram_id:", `  ${snake}_id: Generated<string>;`)],
    [users, addMember("export type LinkColumn =", `"${snake}_id"`)],
    [
      users,
      addEntry({ list: "const columns = [", entry: `"${snake}_id"`, place: { before: '"telegram_id"' } }),
    ],
    [
      "server/src/storage/repositories/user-admin-repository.ts",
      addBefore("telegram_id:", `  ${snake}_id: "",`),
    ],
    [access, addBefore("passkey: boolean;", `  ${snake}: boolean;`)],
    [access, addEntry({ list: '.selectFrom("users")\n    .select([', entry: `"${snake}_id"` })],
    [access, addBefore("passkey: withKey.has(", `    ${snake}: row.${snake}_id !== "",`)],
  ];
}

const addBefore = (before: string, lines: string): Edit => addLines({ before }, lines);

function presentLink({ pascal, snake }: Names): Edits {
  const binding = addBefore("wechat: row.wechat_id,", `      ${snake}: row.${snake}_id,`);
  const facts = `    ${snake}_login: settings.${pascal}AuthEnabled,
    ${snake}_client_id: settings.${pascal}ClientId,
    ${snake}_address: settings.${pascal}Address,`;
  return [
    ["server/src/control/profile/present.ts", binding],
    ["server/src/control/users/present.ts", binding],
    ["server/src/control/site/present.ts", addBefore("wechat_login: settings.", facts)],
  ];
}

/** Enabling needs credentials, and must not lock every super administrator out. */
function ruleSettings({ pascal, snake }: Names): Edits {
  const policy = "server/src/control/settings/policy.ts";
  const rule = `  { toggle: "${pascal}AuthEnabled", needs: ["${pascal}ClientId", "${pascal}ClientSecret", "${pascal}Address"] },`;
  return [
    [policy, addBefore('{ toggle: "WeChatAuthEnabled"', rule)],
    [policy, addBefore('passkey: "PasskeyLoginEnabled"', `  ${snake}: "${pascal}AuthEnabled",`)],
  ];
}

function extendTests({ snake }: Names): Edits {
  return [
    [
      "server/test/control/role-matrix.test.ts",
      addEntry({
        list: "const expectations: Record<string, Expectation> = {",
        entry: `"GET /api/oauth/${snake}": { access: "public" }`,
      }),
    ],
    ["server/test/support/services.ts", addEntry({ list: ".select([", entry: `"${snake}_id"` })],
  ];
}
