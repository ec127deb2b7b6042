/**
 * What an event says of the transcription of the caller's sound, which another model than the session's does for another price. A text: that
 * model; `null`: none; undefined: nothing is said. OpenAI's two generations put it in two places. Empty where it is wanted of no model by name.
 */
export function transcriberOf(event: unknown): string | null | undefined {
  const session = fieldsOf(fieldsOf(event)?.["session"]);
  if (!session) return undefined;
  const input = fieldsOf(fieldsOf(session["audio"])?.["input"]);
  for (const wish of [session["input_audio_transcription"], input?.["transcription"]]) {
    if (wish === undefined) continue;
    if (wish === null) return null;
    const model = fieldsOf(wish)?.["model"];
    return typeof model === "string" ? model : "";
  }
  return undefined;
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}
