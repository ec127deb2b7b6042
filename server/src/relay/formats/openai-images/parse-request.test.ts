import type { CallSize } from "../format.ts";
import { describe, expect, it } from "vitest";
import type { UploadedFile } from "../../canonical/image.ts";
import type { FormBody } from "../../canonical/form-body.ts";
import { edits, generations, variations } from "./index.ts";

const file: UploadedFile = { name: "a.png", mediaType: "image/png", bytes: Buffer.from("a") };
const form = (...fields: [string, string | UploadedFile][]): FormBody => ({
  fields: fields.map(([name, value]) => ({ name, value })),
});

function refused(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { param?: string }).param;
  }
}

describe("image requests", () => {
  it("have the usual defaults", () => {
    const { call, unread } = generations.parseRequest({ prompt: "p" }, "dall-e-2");
    expect(call).toEqual({
      model: "dall-e-2",
      operation: "generate",
      prompt: "p",
      count: 1,
      size: "1024x1024",
      answer: "url",
      images: [],
      extras: {},
    });
    expect(unread).toEqual([]);
    expect(generations.parseRequest({ prompt: "p" }, "flux").call.size).toBeUndefined();
  });

  it("are rejected by the field's name", () => {
    const check = (body: object) =>
      refused(() => {
        generations.readHead(body);
        generations.parseRequest(body, "m");
      });
    expect(check({})).toBe("prompt");
    expect(check({ prompt: 1 })).toBe("prompt");
    expect(check({ prompt: "p", n: 0 })).toBe("n");
    expect(check({ prompt: "p", n: 11 })).toBe("n");
    expect(check({ prompt: "p", n: "2" })).toBe("n");
    expect(check({ prompt: "p", N: 2 })).toBe("N");
    expect(check({ prompt: "p", size: 1 })).toBe("size");
    expect(check({ prompt: "p", stream: "yes" })).toBe("stream");
    expect(check({ prompt: "p", response_format: "png" })).toBe("response_format");
    expect(check({ prompt: "p", output_compression: 101 })).toBe("output_compression");
    expect(check({ prompt: "p", n: 10, stream: false, extra: [1] })).toBeUndefined();
  });
});

describe("forms", () => {
  it("contain images under one name or several", () => {
    for (const name of ["image", "image[]", "image[0]"]) {
      const { call, unread } = edits.parseRequest(
        form(["prompt", "p"], [name, file], ["mask", file], ["extra", file], ["n", "2"], ["seed", "7"]),
        "m",
      );
      expect(call).toMatchObject({ operation: "edit", prompt: "p", count: 2, images: [file], mask: file });
      expect(call.extras).toEqual({ seed: "7" });
      expect(unread).toEqual(["extra"]);
    }
    expect(variations.parseRequest(form(["image", file]), "m").call).toMatchObject({
      prompt: "",
      images: [file],
    });
  });

  it("read numbers and flags from text", () => {
    const head = edits.readHead(form(["prompt", "p"], ["image", file], ["n", "3"], ["stream", "true"]));
    expect(head).toMatchObject({ model: "dall-e-2", choices: 3, stream: true });
  });

  it("are rejected by the field's name", () => {
    const check = (...fields: [string, string | UploadedFile][]) =>
      refused(() => edits.readHead(form(["prompt", "p"], ["image", file], ...fields)));
    expect(check(["n", "two"])).toBe("n");
    expect(check(["n", ""])).toBe("n");
    expect(check(["stream", "1"])).toBe("stream");
    expect(check(["model", "a"], ["model", "b"])).toBe("model");
    expect(check(["size", "256x256"], ["size", "1024x1024"])).toBe("size");
    expect(() => edits.readHead(form(["prompt", "p"], ["image", file], ["n", "1"], ["n", "9"]))).toThrow(
      /must come once/,
    );
    expect(check(["model", file])).toBe("model");
    expect(check(["MODEL", "a"])).toBe("MODEL");
    expect(check(["model", "a"])).toBeUndefined();
    expect(refused(() => edits.readHead(form(["image", file])))).toBe("prompt");
    expect(refused(() => edits.readHead(form(["prompt", "p"], ["image", "no file"])))).toBe("image");
    expect(refused(() => variations.readHead(form(["prompt", "p"])))).toBe("image");
    expect(() => edits.readHead({ prompt: "p" })).toThrow(/must be a form/);
  });
});

/** Charged as input or as output, by the model. */
const all = (size: CallSize): number => size.tokens + (size.outputImage ?? 0);

describe("the size of a call", () => {
  it.each([
    ["dall-e-2", "256x256", undefined, 1, 1000],
    ["dall-e-2", "512x512", undefined, 2, 2250],
    ["dall-e-2", undefined, undefined, 1, 1250],
    ["dall-e-3", undefined, "standard", 1, 1000],
    ["dall-e-3", "1792x1024", undefined, 1, 2000],
    ["dall-e-3", "1024x1024", "hd", 1, 2000],
    ["dall-e-3", "1024x1792", "hd", 1, 3000],
    ["gpt-image-1", "1024x1024", "low", 1, 272],
    ["gpt-image-1", "1024x1536", "medium", 2, 3168],
    ["gpt-image-1", "1024x1536", "high", 1, 6240],
    ["gpt-image-1-mini", undefined, undefined, 1, 6240],
    ["gpt-image-2", "99999x99999", "high", 1, 66_560],
    ["flux-1", "2048x2048", "hd", 3, 3000],
  ])("depends on number, size and quality: %s %s %s times %d", (model, size, quality, n, tokens) => {
    const body = { model, prompt: "p", n, ...(size && { size }), ...(quality && { quality }) };
    expect(all(generations.measure(body))).toBe(tokens);
    const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
    expect(all(edits.measure(form(...fields)))).toBe(tokens);
  });

  it("contains number, size and quality of the images, for DALL·E its defaults", () => {
    const picturesOf = (body: object) => generations.measure({ prompt: "p", ...body }).pictures;
    expect(picturesOf({ model: "flux-1", n: 3, size: "512x512" })).toEqual({
      count: 3,
      sizes: ["512x512"],
      qualities: [],
    });
    const standard = { count: 1, sizes: ["1024x1024"], qualities: ["standard"] };
    expect(picturesOf({ model: "dall-e-3" })).toEqual(standard);
    expect(picturesOf({ model: "dall-e-3", quality: "hd" })).toEqual({ ...standard, qualities: ["hd"] });
  });

  it("reserves for every field with a number or size, and charges the returned images", () => {
    const body = { model: "flux-1", prompt: "p", n: 2 };
    const more = [{ batch_size: 4 }, { numberOfImages: 4 }, { samples: "4" }, { "Num-Images": 4, n: 1 }];
    for (const fields of more) {
      expect(generations.measure({ ...body, ...fields })).toMatchObject({
        tokens: 4000,
        pictures: { count: 4 },
      });
      expect(generations.measure({ ...body, ...fields }, { count: 3 }).pictures?.count).toBe(3);
    }
    expect(generations.measure({ ...body, batch_size: 4 }, { count: 1 }).tokens).toBe(2000);
    const sized = { ...body, size: "512x512", image_size: "1024*1024", width: 9, height: 8 };
    expect(generations.measure(sized).pictures?.sizes).toEqual(["512x512", "1024*1024", "9x8"]);
  });

  it("reads a size in every spelling, and the response's values if the model chose", () => {
    const dall = { model: "dall-e-3", prompt: "p" };
    for (const size of ["1024*1024", "1024X1024", " 1024 x 1024 ", "1024×1024"])
      expect(generations.measure({ ...dall, size }).tokens).toBe(1000);
    const gpt = { model: "gpt-image-1", prompt: "p", size: "auto" };
    const drawn = (body: object, more: object) =>
      generations.measure(body, { count: 1, ...more }).outputImage;
    expect(generations.measure(gpt).outputImage).toBe(6240);
    expect(drawn(gpt, { size: "1024x1024", quality: "low" })).toBe(272);
    const request = { ...gpt, size: "1024x1024", quality: "low" };
    expect(drawn(request, { size: "1024x1024", quality: "high" })).toBe(4160);
    expect(drawn({ ...request, quality: "high" }, { size: "1024x1024", quality: "low" })).toBe(4160);
  });

  it("doubles for Recraft's vectors", () => {
    const body = { model: "recraftv3", prompt: "p" };
    expect(generations.measure(body)).toMatchObject({ tokens: 1000, text: "" });
    expect(generations.measure({ ...body, style: "vector_illustration" }).tokens).toBe(2000);
  });

  it("includes the prompt if tokens are charged, and bounds the output", () => {
    const body = { model: "gpt-image-1", prompt: "words", quality: "low", size: "1024x1024", n: 2 };
    expect(generations.measure(body)).toEqual({
      tokens: 0,
      text: "words",
      outputImage: 544,
      most: {},
      pictures: { count: 2, sizes: ["1024x1024"], qualities: ["low"] },
    });
    expect(generations.measure({ ...body, partial_images: 3 }).most).toEqual({ output_image: 1144 });
    expect(generations.readHead(body)).toMatchObject({ maxOutputTokens: 272, choices: 2 });
    expect(generations.readHead({ prompt: "p" }).maxOutputTokens).toBe(0);
  });
});
