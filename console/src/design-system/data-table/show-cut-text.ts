import type { MouseEvent } from "react";

/** Gives what is pointed at its whole text as a title, if it is cut with an ellipsis and says nothing itself. */
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
