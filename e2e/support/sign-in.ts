import type { Browser, BrowserContext } from "playwright-core";

export interface Account {
  username: string;
  password: string;
}

/** What a sign-in left in a browser: its cookie and what the console keeps of the user. */
interface SignedIn {
  cookie: string;
  user: string;
}

/** By browser: a later file has its own, and its server may have the port of an earlier one. */
const signedIn = new WeakMap<Browser, Map<string, Promise<SignedIn>>>();

function sessionsOf(context: BrowserContext): Map<string, Promise<SignedIn>> {
  const browser = context.browser();
  const known = browser && signedIn.get(browser);
  if (known) return known;
  const sessions = new Map<string, Promise<SignedIn>>();
  if (browser) signedIn.set(browser, sessions);
  return sessions;
}

/**
 * Restores a previous sign-in in a window: the sign-in page, its password check and the dashboard take four seconds of a
 * processor. Windows of one account share its session, so a test of sessions signs in by the page.
 */
export async function enterAs(context: BrowserContext, url: string, account: Account): Promise<void> {
  const key = `${url} ${account.username} ${account.password}`;
  const sessions = sessionsOf(context);
  let session = sessions.get(key);
  if (!session) sessions.set(key, (session = signIn(url, account)));
  const { cookie, user } = await session;
  await context.addCookies([{ name: "session", value: cookie, url }]);
  await context.addInitScript((stored) => {
    if (localStorage.getItem("user") === null) localStorage.setItem("user", stored);
  }, user);
}

async function signIn(url: string, account: Account): Promise<SignedIn> {
  const answer = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const cookie = /session=([^;]+)/.exec(answer.headers.getSetCookie().join("\n"))?.[1];
  const { data } = (await answer.json()) as { data: unknown };
  if (cookie === undefined) throw new Error(`${account.username} cannot sign in: ${answer.status}`);
  return { cookie, user: JSON.stringify(data) };
}
