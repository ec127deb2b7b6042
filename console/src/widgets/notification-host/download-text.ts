/** Saves text as a file on the viewer's machine. */
export function downloadText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The click only starts the download, which still reads the object URL.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
