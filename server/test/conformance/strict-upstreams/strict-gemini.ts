import { findForeignSignatures, findMissing, type StrictUpstream, type Turn } from "./strict-upstream.ts";

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { name: string; args?: object };
  functionResponse?: { name: string; response: unknown };
}

interface Content {
  role: string;
  parts: Part[];
}

/**
 * Google's Gemini 3: turns alternate, as many results as calls with the same names, and the first call of each step has
 * its signature.
 */
export const strictGemini: StrictUpstream = {
  name: "Gemini",
  type: 25,
  model: "gemini-3.1-pro-preview",
  findFaults(body, issued) {
    const faults = [...findForeignSignatures(body, ["gemini"]), ...findMissing(body, issued)];
    const { contents } = body as { contents: Content[] };
    const spoke = contents.findLastIndex(
      ({ role, parts }) => role === "user" && parts.some((part) => part.text !== undefined),
    );
    contents.forEach((content, at) => {
      const here = `contents[${at}]`;
      if (content.role !== (at % 2 === 0 ? "user" : "model")) faults.push(`${here} is out of turn`);
      if (content.parts.length === 0) faults.push(`${here} is empty`);
      const called = (contents[at - 1]?.parts ?? []).flatMap((part) => part.functionCall?.name ?? []);
      const answered = content.parts.flatMap((part) => part.functionResponse ?? []);
      const names = answered.map((result) => result.name);
      if (content.role === "user" && called.toSorted().join() !== names.toSorted().join())
        faults.push(`${here} answers [${names.join()}] to the calls of [${called.join()}]`);
      for (const { response } of answered)
        if (typeof response !== "object" || Array.isArray(response))
          faults.push(`${here} has a result that is no object`);
      const first = content.parts.find((part) => part.functionCall);
      if (at > spoke && first && first.thoughtSignature === undefined)
        faults.push(`${here} calls without a signature`);
    });
    return faults;
  },
  frames: (turn, signature, id) =>
    answers(turn, signature, id).map((answer) => `data: ${JSON.stringify(answer)}\r\n\r\n`),
};

function answers({ reasoning, text, calls = [] }: Turn, signature: string, id: string): object[] {
  const parts: Part[] = [];
  if (reasoning !== undefined) parts.push({ text: reasoning, thought: true });
  if (text !== undefined) parts.push({ text });
  // Google sends no ids, and signs only the first of parallel calls.
  calls.forEach((call, at) =>
    parts.push({
      functionCall: { name: call.name, args: call.arguments },
      ...(at === 0 && { thoughtSignature: signature }),
    }),
  );
  if (calls.length === 0) parts.push({ text: "", thoughtSignature: signature });
  const usageMetadata = {
    promptTokenCount: 20,
    candidatesTokenCount: 6,
    thoughtsTokenCount: 4,
    totalTokenCount: 30,
  };
  return parts.map((part, at) => ({
    candidates: [
      {
        content: { role: "model", parts: [part] },
        index: 0,
        ...(at === parts.length - 1 && { finishReason: "STOP" }),
      },
    ],
    usageMetadata,
    modelVersion: "gemini-3.1-pro-preview",
    responseId: id,
  }));
}
