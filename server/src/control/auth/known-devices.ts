import { timingSafeEqual } from "node:crypto";
import type { BrowserCookies } from "../../http/register-endpoint.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";

/** The longest time that browsers keep a cookie; each sign-in renews it. */
const deviceSeconds = 400 * 24 * 3600;

export interface DeviceCookie {
  name: string;
  value: string;
  seconds: number;
}

/** Browsers that signed in to an account before, identified by a cookie that only this server can write. */
export interface KnownDevices {
  /** Id of the device, if the browser signed in to this user before. */
  find(userId: number, cookies: BrowserCookies | undefined): string | undefined;
  /** The cookie that marks the browser as one that signed in to this user; a known one keeps its id. */
  cookieFor(userId: number, cookies: BrowserCookies | undefined): DeviceCookie;
}

/** Nothing is stored: the cookie contains a random id and its keyed hash over the user. */
export function createKnownDevices(secretBox: SecretBox): KnownDevices {
  const cookieOf = (userId: number): string => `device_${userId}`;
  const hash = (userId: number, id: string): string => secretBox.keyedHash(`known-device:${userId}:${id}`);

  function find(userId: number, cookies: BrowserCookies | undefined): string | undefined {
    const [, id, sent] =
      /^([0-9A-Za-z]{22})\.([0-9a-f]{64})$/.exec(cookies?.read(cookieOf(userId)) ?? "") ?? [];
    if (id === undefined || sent === undefined) return undefined;
    return timingSafeEqual(Buffer.from(sent), Buffer.from(hash(userId, id))) ? id : undefined;
  }

  return {
    find,
    cookieFor(userId, cookies) {
      const id = find(userId, cookies) ?? randomText(22);
      return { name: cookieOf(userId), value: `${id}.${hash(userId, id)}`, seconds: deviceSeconds };
    },
  };
}
