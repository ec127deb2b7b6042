import { describe, expect, it } from "vitest";
import { findChatFormat } from "../../src/relay/formats/registry.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import { UnreadableAnswer } from "../../src/relay/providers/provider.ts";
import { frameLines, readPieces } from "./feed-stream.ts";
import { collectParts, collectResult } from "./collect-parts.ts";
import { recordedSources } from "./recorded-sources.ts";
import { recordingsIn } from "./recordings.ts";
import { createRandom } from "./random-cuts.ts";
const formats = ["openai-chat","openai-responses","anthropic-messages","gemini-generate"] as const;
const ctx = { requestedModel: "m", requestId: "r", now: 1, wantsStreamUsage: true, request: {} };
const raw = new Set(["input","args","arguments","partialArgs","action","operation","response_format","schema","parameters"]);
function strange(v: any, keep = false): any {
  if (Array.isArray(v)) return v.map((x) => strange(x, keep));
  if (typeof v !== "object" || v === null) return v;
  const e = Object.entries(v).map(([k, x]) => [k, raw.has(k) ? x : strange(x)]);
  return { ...Object.fromEntries(e), x_strange: { deep: [1, null] }, x_null: null };
}
function leaves(v: any, path: string[] = [], out: string[][] = []): string[][] {
  if (typeof v !== "object" || v === null) { out.push(path); return out; }
  for (const [k, x] of Object.entries(v)) { out.push([...path, k]); leaves(x, [...path, k], out); }
  return out;
}
function mutate(v: any, random: () => number): any {
  const c = structuredClone(v);
  const ls = leaves(c).filter((p) => p.length);
  if (ls.length === 0) return c;
  const p = ls[Math.floor(random() * ls.length)]!;
  let at = c; for (const k of p.slice(0, -1)) { if (at == null) return c; at = at[k]; }
  if (at == null || typeof at !== "object") return c;
  const k = p.at(-1)!;
  const r = random();
  const pool: any[] = [null, undefined, "", "x", 0, -1, 1e99, [], {}, [null], true, [[]], { type: "zz" }];
  if (r < 0.3 && !Array.isArray(at)) delete at[k]; else at[k] = pool[Math.floor(random() * pool.length)] ?? null; if (random() < 0.4) return mutate(JSON.parse(JSON.stringify(c)), random);
  return c;
}
const problems = new Map<string, string>();
function tryIt(name: string, f: () => void) { try { f(); } catch (e) { if (e instanceof UnreadableAnswer) return; const m = (e as Error).message.slice(0, 80) + " @ " + ((e as Error).stack ?? "").split("\n").filter((l) => l.includes("/src/"))[0]?.trim().replace(/.*\/src\/relay\//, ""); if (!problems.has(m)) problems.set(m, name); } }
describe("fuzz", () => {
  for (const s of recordedSources) for (const rec of recordingsIn(s.from)) it(`${s.from} ${s.type} ${rec.name}`, () => {
    const chat = findProvider(s.type)!.chat!;
    const call: any = { model: s.model, stream: false, messages: [{ role: "user", content: [{ type: "text", text: "x" }] }] };
    const random = createRandom(rec.name.length * 131 + 77);
    if ("body" in rec) {
      if ((rec.body as any).error) return;
      const base = collectResult(chat.readResponse(rec.body, call));
      expect(collectResult(chat.readResponse(strange(rec.body), call))).toMatchObject({ text: base.text, tools: base.tools, reasoning: base.reasoning, stop: base.stop, usage: base.usage });
      for (let i = 0; i < 600; i++) { const m = mutate(rec.body, random); tryIt(rec.name, () => { const r = chat.readResponse(m, call); for (const f of formats) JSON.parse(findChatFormat(f).renderResponse(r, ctx)); }); }
      return;
    }
    const go = (lines: string[]) => readPieces(findProvider(s.type)!, { ...call, stream: true }, [frameLines(lines, s.framing)]);
    const parts = go(rec.lines);
    const base = collectParts(parts);
    expect(collectParts(go(rec.lines.map((l) => JSON.stringify(strange(JSON.parse(l))))))).toMatchObject({ text: base.text, tools: base.tools, stop: base.stop, usage: base.usage, reasoning: base.reasoning });
    const unknown = s.framing === "aws-event-stream" ? '{"futureEvent":{"a":1}}' : s.format === "openai-chat" ? '{"id":"x","choices":[]}' : '{"type":"future.event","index":0,"output_index":99}';
    const withUnknown = rec.lines.flatMap((l) => [l, unknown]);
    if (s.format !== "gemini-generate" && rec.lines.length < 400) expect(collectParts(go(withUnknown)), "unknown").toMatchObject({ text: base.text, tools: base.tools, stop: base.stop, usage: base.usage, reasoning: base.reasoning });
    if (rec.lines.length > 300) return;
    for (let i = 0; i < 300; i++) { const at = Math.floor(random() * rec.lines.length); const m = rec.lines.map((l, j) => j === at ? JSON.stringify(mutate(JSON.parse(l), random)) : l); 
      const how = random(); if (how < 0.15) m.splice(at, 1); else if (how < 0.3) m.splice(at, 0, rec.lines[Math.floor(random() * rec.lines.length)]!);
      tryIt(rec.name, () => { const ps = go(m); for (const f of formats) { const r = findChatFormat(f).streamRenderer(ctx); let t = ""; for (const p of ps) t += r.render(p); t += r.finish(undefined); } }); }
  });
  it("report", () => { for (const [m, n] of problems) console.log("PROBLEM", m, "<-", n); expect(problems.size).toBe(0); });
});
