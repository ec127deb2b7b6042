import type { MouseEvent } from "react";

/** Sets the hovered element's full text as its title if it is truncated and has no title. */
export function showCutText(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement)) return;
  for (
    let part: HTMLElement | null = event.target;
    part && part !== event.currentTarget;
    part = part.parentElement
  ) {
    if (part.title !== "" && !part.dataset["cut"]) return;
    if (getComputedStyle(part).textOverflow !== "ellipsis") continue;
    const cut = part.scrollWidth > part.clientWidth;
    if (cut) {
      part.dataset["cut"] = "true";
      part.title = part.innerText;
    } else if (part.dataset["cut"]) {
      delete part.dataset["cut"];
      part.removeAttribute("title");
    }
    return;
  }
}
