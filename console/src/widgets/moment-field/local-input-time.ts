/** `datetime-local` text of an epoch second in the viewer's zone; empty for 0. */
export function toLocalInput(seconds: number): string {
  if (seconds === 0) return "";
  const time = new Date(seconds * 1000);
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** Epoch seconds of `datetime-local` text; 0 for empty or unreadable text. */
export function fromLocalInput(text: string): number {
  const time = text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(time) ? 0 : Math.floor(time / 1000);
}
