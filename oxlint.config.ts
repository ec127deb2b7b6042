import { defineConfig } from "oxlint";

/** The linter's rules. `scripts/check-import-rules.ts` checks which room imports which. */
export default defineConfig({
  plugins: ["typescript", "react", "import", "unicorn", "oxc", "jsx-a11y", "promise", "vitest", "node"],
  categories: { correctness: "error" },
  ignorePatterns: ["**/dist/**", "console/public/**", "coverage/**", "data/**"],
  rules: {
    eqeqeq: ["error", "always", { null: "ignore" }],
    "max-params": ["error", { max: 4 }],
    "no-empty": "error",
    "no-eval": "error",
    "no-new-func": "error",
    "no-var": "error",
    "prefer-const": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "import/no-self-import": "error",
    "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
    "jsx-a11y/no-autofocus": ["error", { ignoreNonDOM: true }],
    "jsx-a11y/prefer-tag-over-role": "off",
    "promise/no-callback-in-promise": "off",
    "react/exhaustive-deps": "error",
    "react/globals": "off",
    "react/incompatible-library": "off",
    "react/preserve-manual-memoization": "off",
    "react/purity": "off",
    "react/refs": "off",
    "react/set-state-in-effect": "off",
    "react/use-memo": "off",
    "react/no-danger": "error",
    "react/rules-of-hooks": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": [
      "error",
      { checksVoidReturn: { attributes: false, properties: false } },
    ],
    "typescript/only-throw-error": "error",
    "typescript/unbound-method": "off",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/no-abusive-eslint-disable": "error",
    "unicorn/prefer-node-protocol": "error",
    "vitest/no-conditional-expect": "off",
    "vitest/no-conditional-tests": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/require-to-throw-message": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
  },
  overrides: [
    {
      files: ["contract/src/**", "server/src/**"],
      rules: { "no-console": "error", "node/no-process-env": "error" },
    },
    {
      files: [
        "server/src/config.ts",
        "server/src/main.ts",
        "server/src/rebuild-figures.ts",
        "server/src/reconcile.ts",
        "server/src/reset-password.ts",
        "server/start.mjs",
      ],
      rules: { "node/no-process-env": "off" },
    },
    {
      files: ["**/*.test.{ts,tsx}", "{server,console}/test/**", "**/__fixtures__/**"],
      rules: { "max-params": "off" },
    },
    {
      files: ["**/*.test.ts"],
      rules: { "no-console": "off", "node/no-process-env": "off" },
    },
    {
      files: ["server/test/conformance/**"],
      rules: {
        "vitest/expect-expect": "off",
        "vitest/no-disabled-tests": "off",
        "vitest/valid-title": "off",
      },
    },
    { files: ["*.config.ts", "console/*.config.ts"], rules: { "import/no-default-export": "off" } },
    {
      files: ["console/src/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            paths: [
              {
                name: "react",
                importNames: ["lazy"],
                message: "use lazyPart: lazy replaces the page by an error when the code cannot be fetched",
              },
            ],
          },
        ],
      },
    },
    {
      files: ["console/src/design-system/lazy-part/lazy-part.ts"],
      rules: { "no-restricted-imports": "off" },
    },
    {
      files: ["console/src/main.tsx", "console/test/**"],
      rules: { "import/no-unassigned-import": "off" },
    },
  ],
});
