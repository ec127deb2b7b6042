import { describe, expect, it } from "vitest";
import { camelName } from "./camel-name.ts";
import { mergeParameters, pickCustomParameters, removeParameters } from "./custom-parameters.ts";

describe("custom parameters of a channel", () => {
  it("never contain the call's own fields, and may apply to one model", () => {
    const custom = {
      a: 1,
      model: "x",
      stream: true,
      stream_options: {},
      overwrite: true,
      remove_params: ["b", "model", 1, ""],
    };
    expect(pickCustomParameters(custom, "m")).toEqual({ values: { a: 1 }, overwrite: true, removed: ["b"] });
    const each = { per_model: true, m: { a: 1 }, n: { a: 2 }, o: 3 };
    expect(pickCustomParameters(each, "n")).toEqual({ values: { a: 2 }, overwrite: false, removed: [] });
    expect(pickCustomParameters(each, "o").values).toEqual({});
  });

  it("are merged object by object, where the body has no value or always", () => {
    const given = { a: { x: 1, y: null }, b: [1], c: "c" };
    const values = { a: { x: 2, y: 3, z: 4 }, b: { d: 1 }, c: "d", e: 5 };
    const merge = (overwrite: boolean) => {
      const body: Record<string, unknown> = { ...given };
      mergeParameters(body, values, overwrite);
      return body;
    };
    expect(merge(false)).toEqual({ a: { x: 1, y: 3, z: 4 }, b: [1], c: "c", e: 5 });
    expect(merge(true)).toEqual(values);
    expect(given.a).toEqual({ x: 1, y: null });
  });

  it("match a field in either spelling if the API has two", () => {
    const body: Record<string, unknown> = { generation_config: { top_k: 1 } };
    mergeParameters(body, { generationConfig: { topK: 2, topP: 1 } }, true, camelName);
    expect(body).toEqual({ generation_config: { top_k: 2, topP: 1 } });
  });
});

describe("forbidden parameters", () => {
  const remove = (body: Record<string, unknown>, ...paths: string[]) => {
    removeParameters(body, paths);
    return body;
  };

  it("are removed by path, including list indexes", () => {
    const body = { a: { b: 1, c: { d: 2 } }, list: [{ x: 1, y: 2 }, 3, 4] };
    expect(remove({ ...body }, "a.c.d", "list.0.x", "list.2")).toEqual({
      a: { b: 1, c: {} },
      list: [{ y: 2 }, 3],
    });
    expect(body).toEqual({ a: { b: 1, c: { d: 2 } }, list: [{ x: 1, y: 2 }, 3, 4] });
  });

  it("change nothing if a path matches nothing", () => {
    const body = { a: "text", b: null, list: [1, 2], constructor: 1 };
    const paths = [
      "z",
      "a.length",
      "b.c",
      "list.-1",
      "list.9",
      "list.",
      "list.length",
      "list.x",
      "toString.name",
    ];
    expect(remove({ ...body }, ...paths)).toEqual(body);
  });

  it("match either spelling if the API has two", () => {
    const body = { generationConfig: { topK: 1, topP: 1 }, generation_config: { top_k: 2 } };
    removeParameters(body, ["generation_config.top_k"], camelName);
    expect(body).toEqual({ generationConfig: { topP: 1 }, generation_config: {} });
  });
});
