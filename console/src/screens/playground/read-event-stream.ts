/** Maximum size of a frame: pictures arrive in frames of some megabytes. */
const frameMost = 64 * 1024 * 1024;

/**
 * The `data` of each server-sent event, as text. Pieces may end anywhere, also within a character.
 * @throws the body's error: the call was aborted, or the network failed
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines.map((one) => one.replace(/\r$/, ""))) {
        if (line === "" && data.length > 0) {
          yield data.join("\n");
          data = [];
        } else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
      if (done) {
        if (data.length > 0) yield data.join("\n");
        return;
      }
      if (rest.length > frameMost) throw new Error("The stream has an event that does not end.");
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
