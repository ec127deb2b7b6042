import type { Plugin } from "vite";

/** Modules that their library imports for every user, so that no bundler can leave them out, and why nothing here calls them. */
const unused = [
  // Every schema refers to its JSON Schema; only the server describes its API.
  /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/,
  /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/,
  // Themes of CSS variables: ours are two themes without (create-theme.ts).
  /[\\/]@mui[\\/]material[\\/]styles[\\/]createThemeWithVars\.mjs$/,
  /[\\/]@mui[\\/]material[\\/]styles[\\/]ThemeProviderWithVars\.mjs$/,
  // Emotion's `withTheme`, which we do not use, would copy static properties of components.
  /[\\/]hoist-non-react-statics[\\/]dist[\\/]hoist-non-react-statics\.cjs\.js$/,
  // Links of React Router fetch ahead what its own server renders; we have none.
  /[\\/]react-router[\\/].*[\\/]dom[\\/]ssr[\\/]links\.js$/,
  /[\\/]react-router[\\/].*[\\/]dom[\\/]ssr[\\/]routeModules\.js$/,
  /[\\/]react-router[\\/].*[\\/]dom[\\/]ssr[\\/]single-fetch\.js$/,
];

/**
 * Leaves code of libraries out of the build that never runs here: each export of such a module becomes a function that
 * does nothing. An update of a library that renames a module fails the build, so that the list stays true.
 */
export function withoutUnusedLibraryCode(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: "without-unused-library-code",
    apply: "build",
    transform(code, id) {
      const rule = unused.find((candidate) => candidate.test(id));
      if (!rule) return null;
      found.add(rule);
      return { code: exportedNames(code).map(emptyExport).join("\n"), map: null };
    },
    buildEnd(error) {
      const missing = unused.filter((rule) => !found.has(rule));
      if (!error && missing.length > 0)
        throw new Error(`no module of the build matches ${missing.join(", ")}`);
    },
  };
}

function exportedNames(code: string): string[] {
  const declared = code.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm);
  const listed = code.matchAll(/^export \{([^}]*)\};?$/gm);
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...[...listed].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.split(" as ").at(-1)!.trim()),
    ),
    ...(/^(?:export default |module\.exports = )/m.test(code) ? ["default"] : []),
  ];
}

function emptyExport(name: string): string {
  return name === "default" ? "export default () => {};" : `export const ${name} = () => {};`;
}
