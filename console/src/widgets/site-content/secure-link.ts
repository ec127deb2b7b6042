import { isForeign, safeLink } from "../../lib/safe-link";

/** External pages open in a new tab without opener or referrer; script addresses are removed. */
export function secureLink(link: Element): void {
  for (const name of ["href", "xlink:href"]) {
    const address = link.getAttribute(name);
    if (address !== null && safeLink(address) === undefined) link.removeAttribute(name);
  }
  const address = link.getAttribute("href") ?? link.getAttribute("xlink:href");
  link.removeAttribute("target");
  link.removeAttribute("download");
  if (address !== null && isForeign(address)) openBeside(link);
}

/** The link opens a window of its own, which learns nothing of this page. */
export function openBeside(link: Element): void {
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
}
