import type { Voice } from "./choose-voice.ts";

/**
 * Text as SSML. The caller's text and every name are escaped: markup in them is read aloud, characters that XML forbids
 * are removed. `speed` 1 is the voice's own.
 */
export function writeSsml(content: string, voice: Voice, speed: number | undefined): string {
  let text = escapeXml(content);
  if (speed !== undefined && speed !== 1) {
    const percent = Math.round((speed - 1) * 100);
    text = `<prosody rate="${percent < 0 ? "" : "+"}${percent}%">${text}</prosody>`;
  }
  if (voice.role !== undefined)
    text = `<mstts:express-as role="${escapeXml(voice.role)}">${text}</mstts:express-as>`;
  const language = /^[a-z]{2,3}-[A-Za-z0-9]{2,8}(?=-)/.exec(voice.name)?.[0] ?? "en-US";
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${language}">` +
    `<voice name="${escapeXml(voice.name)}">${text}</voice></speak>`
  );
}

/** Text for an element or an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** Characters that XML 1.0 forbids, even escaped. */
// oxlint-disable-next-line no-control-regex -- matches the control characters to remove
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
