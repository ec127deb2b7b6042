/** Copies text to the clipboard, also without the async API (pages without https). True on success. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  // An open dialog's focus trap takes the focus from anything outside of it.
  const parent = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  parent.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
