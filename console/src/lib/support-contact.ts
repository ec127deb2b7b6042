/** How the operator's contact is opened and shown: an email address by the mail program, a page by its address. */
export interface SupportContact {
  href: string;
  text: string;
}

/** The site's `support_contact` as a link; undefined where none is set or it is neither an email address nor an https page. */
export function supportLink(contact: string): SupportContact | undefined {
  const text = contact.trim().replace(/^mailto:/i, "");
  if (/^https:\/\//i.test(text))
    return { href: text, text: text.replace(/^https:\/\//i, "").replace(/\/$/, "") };
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(text)) return { href: `mailto:${text}`, text };
  return undefined;
}
