import { cutBytes } from "../../../../platform/cut-bytes.ts";
import type { NoticeChannel } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

/** Email over the configured mail server, by the mail queue. */
export const channel: NoticeChannel = {
  descriptor,

  send(notice, account, { mail }) {
    const room = descriptor.longestMessage - Buffer.byteLength(notice.title) - 1;
    return mail(addressesOf(account["recipients"] ?? ""), { ...notice, text: cutBytes(notice.text, room) });
  },
};

function addressesOf(text: string): string[] {
  const addresses = text.split(",").map((address) => address.trim());
  return [...new Set(addresses.filter((address) => address !== ""))];
}
