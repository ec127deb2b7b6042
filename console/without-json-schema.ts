import type { Plugin } from "vite";

/**
 * Leaves out zod's making of JSON Schema: every schema refers to it, so that no bundler can, but only the server
 * describes its API. Whatever would call it gets nothing.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: "without-json-schema",
    apply: "build",
    transform(code, id) {
      if (!/[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1]);
      return { code: names.map((name) => `export const ${name} = () => {};`).join("\n"), map: null };
    },
  };
}
