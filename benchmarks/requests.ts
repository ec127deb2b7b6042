/** The wire formats of the benchmark's callers. */
export type CallerFormat = "chat" | "messages" | "responses" | "gemini";

export const paths: Record<CallerFormat, string> = {
  chat: "/v1/chat/completions",
  messages: "/v1/messages",
  responses: "/v1/responses",
  gemini: "/v1beta/models/bench-model:generateContent",
};

const prompt = "Tell me about gateways and how they carry calls. ";

/** One request of about `bytes` bytes. Large ones contain a picture, as in production. */
export function requestBody(format: CallerFormat, stream: boolean, bytes = 1024): string {
  const small = bytes <= 16 * 1024;
  const text = prompt.repeat(Math.max(1, Math.round((small ? bytes - 100 : 900) / prompt.length)));
  const picture = small ? undefined : "A".repeat(bytes - 1100);
  // An official channel would get the same format; this one supports only Chat Completions.
  const model = format === "responses" ? "bench-compatible" : "bench-model";
  const common = { model, ...(stream && { stream: true }) };
  switch (format) {
    case "chat": {
      const content = picture
        ? [
            { type: "text", text },
            { type: "image_url", image_url: { url: `data:image/png;base64,${picture}` } },
          ]
        : text;
      return JSON.stringify({ ...common, max_tokens: 256, messages: [{ role: "user", content }] });
    }
    case "messages":
      return JSON.stringify({ ...common, max_tokens: 256, messages: [{ role: "user", content: text }] });
    case "responses":
      return JSON.stringify({ ...common, max_output_tokens: 256, input: text });
    case "gemini":
      return JSON.stringify({
        contents: [{ role: "user", parts: [{ text }] }],
        generationConfig: { maxOutputTokens: 256 },
      });
  }
}
