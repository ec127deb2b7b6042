/** Opens another site in this window. Alone in its file, so that tests can stay where they are. */
export function leavePage(address: string): void {
  window.location.assign(address);
}
