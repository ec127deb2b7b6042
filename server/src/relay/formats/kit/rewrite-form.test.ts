import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseForm } from "../../request/parse-form.ts";
import type { RequestHead } from "../format.ts";
import { rewriteForm } from "./rewrite-form.ts";

const head = {} as RequestHead;

// The platform's parser also accepts a boundary without its hyphens, so a short one would be found in texts.
const usual = "----form-7MA4YWxkTrZu0gW";

const part = (name: string, content: string, more = ""): string =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}`;

const write = (boundary: string, ...parts: string[]): Buffer =>
  Buffer.from(`${parts.map((text) => `--${boundary}\r\n${text}\r\n`).join("")}--${boundary}--\r\n`);

describe("rewriting the model of a form", () => {
  async function rewrite(
    raw: Buffer,
    boundary: string,
    model: string,
    custom: Record<string, unknown> = {},
  ): Promise<Buffer> {
    const body = await parseForm(raw, `multipart/form-data; boundary="${boundary}"`);
    return rewriteForm({ raw, body, head, model, custom });
  }

  it("returns the same buffer if nothing changes", async () => {
    const raw = write(usual, part("model", "m"), part("prompt", "p"));
    expect(await rewrite(raw, usual, "m")).toBe(raw);
  });

  it("ignores lookalikes in other parts", async () => {
    const tricks = [
      '\r\n--\r\nname="model"\r\n\r\nm',
      "--form",
      `\r\n--${usual.toUpperCase()}--`,
      'name="model"',
      "model",
      "",
    ];
    for (const trick of tricks) {
      const file = part("image", trick, '; filename="model"\r\nContent-Type: image/png');
      const raw = write(usual, part("prompt", trick), part("model", "m"), file);
      const expected = write(usual, part("prompt", trick), part("model", "longer/name"), file);
      expect((await rewrite(raw, usual, "longer/name")).toString()).toBe(expected.toString());
    }
  });

  it("recognizes an unusual boundary", async () => {
    for (const boundary of ["--model7--", "'()+_,./=?", "x".repeat(70)]) {
      const raw = write(boundary, part("prompt", "\r\n--model\r\n"), part("model", "m"));
      const expected = write(boundary, part("prompt", "\r\n--model\r\n"), part("model", "n"));
      expect((await rewrite(raw, boundary, "n")).equals(expected)).toBe(true);
    }
  });

  it("adds a model if there is none", async () => {
    const raw = write(usual, part("prompt", "p"));
    expect((await rewrite(raw, usual, "m")).toString()).toBe(
      write(usual, part("model", "m"), part("prompt", "p")).toString(),
    );
  });

  it("cuts out forbidden fields, and nothing else", async () => {
    const file = part("mask", "\r\n--x", '; filename="mask"\r\nContent-Type: image/png');
    const raw = write(
      usual,
      part("user", "u"),
      part("model", "m"),
      part("image[0]", "i"),
      file,
      part("n", "1"),
    );
    const rewritten = (forbidden: string[], model = "m") =>
      rewrite(raw, usual, model, { remove_params: forbidden });
    const left = write(usual, part("model", "longer"), file);
    expect((await rewritten(["user", "image", "n", "model", "none"], "longer")).toString()).toBe(
      left.toString(),
    );
    expect(await rewritten(["none"])).toBe(raw);
    expect(
      (await rewritten(["mask"])).equals(
        write(usual, part("user", "u"), part("model", "m"), part("image[0]", "i"), part("n", "1")),
      ),
    ).toBe(true);
    const unnamed = await rewrite(write(usual, part("user", "u")), usual, "m", { remove_params: ["user"] });
    expect(unnamed.equals(write(usual, part("model", "m")))).toBe(true);
  });

  it("adds custom parameters in front, if the form has no value or with overwrite", async () => {
    const file = part("image", "bytes", '; filename="a"\r\nContent-Type: image/png');
    const raw = write(usual, part("model", "m"), part("n", "1"), part("tags[]", "x"), file);
    const custom = { n: 2, quality: "high", tags: ["y", "z"], image: "none", stream: true, empty: null };
    const added = await rewrite(raw, usual, "m", custom);
    expect(added.toString()).toBe(
      write(
        usual,
        part("quality", "high"),
        part("model", "m"),
        part("n", "1"),
        part("tags[]", "x"),
        file,
      ).toString(),
    );
    const replaced = await rewrite(raw, usual, "m", { ...custom, overwrite: true });
    expect(replaced.toString()).toBe(
      write(
        usual,
        part("n", "2"),
        part("quality", "high"),
        part("tags", "y"),
        part("tags", "z"),
        part("model", "m"),
        file,
      ).toString(),
    );
    expect((await parseForm(replaced, `multipart/form-data; boundary="${usual}"`)).fields).toHaveLength(6);
    await expect(rewrite(raw, usual, "m", { x: `--${usual}` })).rejects.toThrow(/cannot be separated/);
  });

  it("rejects bytes that differ from the parsed form", () => {
    const raw = write(usual, part("prompt", "p"), part("model", "m"));
    const fields = [
      { name: "prompt", value: "p" },
      { name: "model", value: "m" },
    ];
    const check =
      (bytes: Buffer, given = fields) =>
      () =>
        rewriteForm({ raw: bytes, body: { fields: given }, head, model: "n", custom: {} });
    expect(check(raw)).not.toThrow();
    expect(check(Buffer.concat([Buffer.from("preamble\r\n"), raw]))).toThrow(/cannot be separated/);
    expect(check(Buffer.concat([Buffer.from("--fake\r\n"), raw]))).toThrow(/cannot be separated/);
    expect(check(raw.subarray(0, -6))).toThrow(/cannot be separated/);
    expect(check(raw, fields.slice(1))).toThrow(/cannot be separated/);
    expect(check(raw, [...fields, { name: "x", value: "" }])).toThrow(/cannot be separated/);
    expect(
      check(raw, [
        { name: "prompt", value: "other" },
        { name: "model", value: "m" },
      ]),
    ).toThrow(/cannot be separated/);
    const renamed = [
      { name: "model", value: "p" },
      { name: "prompt", value: "m" },
    ];
    expect(check(raw, renamed)).toThrow(/cannot be separated/);
    const shorter = { name: "a", mediaType: "", bytes: Buffer.alloc(0) };
    const withFile = [
      { name: "prompt", value: shorter },
      { name: "model", value: "m" },
    ];
    expect(() => rewriteForm({ raw, body: { fields: withFile }, head, model: "n", custom: {} })).toThrow(
      /cannot be separated/,
    );
    expect(check(Buffer.from("--"))).toThrow(/cannot be separated/);
    expect(check(Buffer.from(`--${"x".repeat(1000)}\r\n`))).toThrow(/cannot be separated/);
  });

  it("rejects a value in another encoding, which servers read differently", async () => {
    const encoded = part("model", "bQ==", "\r\nContent-Transfer-Encoding: base64");
    const raw = write(usual, part("prompt", "p"), encoded);
    const body = await parseForm(raw, `multipart/form-data; boundary=${usual}`);
    const read = body.fields.find((field) => field.name === "model")?.value;
    // A parser that decodes the name reads another one than a parser that does not.
    if (read === "bQ==")
      expect(rewriteForm({ raw, body, head, model: "n", custom: {} }).toString()).toContain("\r\n\r\nn\r\n");
    else
      expect(() => rewriteForm({ raw, body, head, model: "n", custom: {} })).toThrow(/cannot be separated/);
  });

  it("changes the value of `model` and no other byte, for any form", async () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "B", "[", "]", " ", "é", "%22", ";", "="),
      minLength: 1,
    });
    const content = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("--x", "\r\n--", "\r\n\r\n", '; name="model"', "\r", "\n"),
    );
    const other = fc.record({ name, content, file: fc.boolean() });
    const boundary = fc.stringMatching(/^-{0,20}[A-Za-z0-9'()+_,./:=?-]{8,40}$/);
    const model = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.toWellFormed());
    await fc.assert(
      fc.asyncProperty(
        boundary,
        fc.array(other, { maxLength: 6 }),
        fc.nat(6),
        model,
        model,
        async (cut, others, at, from, to) => {
          const written = others.map((one) =>
            part(one.name, one.content.toWellFormed(), one.file ? '; filename="f"\r\nContent-Type: x/y' : ""),
          );
          const place = Math.min(at, written.length);
          const withModel = (value: string) =>
            write(cut, ...written.toSpliced(place, 0, part("model", value)));
          fc.pre(![...written, from, 'form-data; name="model"'].some((text) => text.includes(cut)));
          const bytes = withModel(from);
          expect((await rewrite(bytes, cut, to)).equals(withModel(to))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("rewrites a large form quickly", async () => {
    const noise = Buffer.alloc(8 * 1024 * 1024, "\r\n--");
    const raw = Buffer.concat([
      Buffer.from(`--${usual}\r\n${part("image", "", '; filename="f"\r\nContent-Type: x/y')}`),
      noise,
      Buffer.from(`\r\n--${usual}\r\n${part("model", "m")}\r\n--${usual}--\r\n`),
    ]);
    const written = await rewrite(raw, usual, "mm");
    expect(written.length).toBe(raw.length + 1);
  });
});
