import { readFileSync } from "node:fs";
import { modelKindOf } from "@tollgate/contract/model-kind";
import { describe, expect, it } from "vitest";
import { priceBook } from "../../../control/price-book.ts";
import { providers } from "../../providers/registry.ts";

/** Models of the price book that make videos, by the provider that knows their name. */
const models = providers.flatMap(({ descriptor, videos }) =>
  priceBook()
    .prices.filter(({ output_modalities: outputs }) => outputs?.includes("video"))
    .filter(({ model, channel_type: type }) => type === descriptor.type && videos?.choices(nameOf(model)))
    .map((price) => ({ descriptor, videos, ...price })),
);

/** A name that a wildcard covers. */
function nameOf(model: string): string {
  return model.replace(/\*$/, "");
}

/** The table of `docs/use/videos.md`; Kling's names contain all but the size, so one line covers them. */
function writeTable(): string {
  const rows = new Map<string, string[]>();
  for (const { descriptor, videos, model } of models) {
    const choices = videos?.choices(nameOf(model));
    if (!choices) continue;
    const picture = choices.image === "required" ? "needed" : choices.image === "none" ? "no" : "yes";
    const seconds = choices.seconds.join(", ");
    const sizes = choices.sizes.map((size) => `\`${size}\``).join(", ") || "the model's";
    const line = `${seconds} | ${sizes} | ${picture} |`;
    const key = `| ${descriptor.label} | {models} | ${line}`;
    rows.set(key, [...(rows.get(key) ?? []), `\`${model}\``]);
  }
  const lines = [...rows].map(([line, names]) => line.replace("{models}", names.join(", ")));
  return ["| Provider | Models | Seconds | Sizes | Picture |", "|---|---|---|---|---|", ...lines, ""].join(
    "\n",
  );
}

describe("the models that make videos", () => {
  it("are in the documents with their lengths and sizes", () => {
    const page = readFileSync(new URL("../../../../../docs/use/videos.md", import.meta.url), "utf8");
    const [, table] = /<!-- video models: [^>]*-->\n([^]*?)<!-- end of video models -->/.exec(page) ?? [];
    expect(table).toBe(writeTable());
  });

  it("are those that forms fill in, each priced by second or call", () => {
    const filled = providers
      .flatMap(({ descriptor, videos }) => descriptor.defaultModels.filter((name) => videos?.choices(name)))
      .map((name) => priceBook().find(name));
    expect(filled.length).toBeGreaterThan(30);
    for (const price of filled)
      expect([price?.model, price?.type === "times" || (price?.extra_ratios?.second ?? 0) > 0]).toEqual([
        price?.model,
        true,
      ]);
  });

  it("are no models that a test of a channel would call", () => {
    const kinds = models.map(({ model, output_modalities: outputs }) => [
      modelKindOf(nameOf(model)),
      modelKindOf(nameOf(model), outputs),
    ]);
    expect(new Set(kinds.flat())).toEqual(new Set(["other"]));
  });

  it("have a rule of their price only for sizes that they make", () => {
    for (const { videos, model, rules = [] } of models)
      for (const { when } of rules)
        expect([model, videos?.choices(nameOf(model))?.sizes]).toEqual([
          model,
          expect.arrayContaining([when.size]),
        ]);
  });
});
