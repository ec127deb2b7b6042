import { roles } from "@tollgate/contract/access";
import { channelStatus } from "@tollgate/contract/channels";
import { tokenStatus } from "@tollgate/contract/tokens";
import { userStatus } from "@tollgate/contract/users";
import type { App } from "../build-app.ts";
import { createPasswords } from "../platform/passwords.ts";
import { createUserRepository } from "../storage/repositories/user-repository.ts";
import { demoChannels, demoPeople, demoRatios } from "./demo-data.ts";
import { DemoApi } from "./demo-api.ts";
import { fillCodes } from "./fill-codes.ts";
import { fillHealth } from "./fill-health.ts";
import { fillHistories } from "./fill-histories.ts";
import { fillNotices } from "./fill-notices.ts";
import { fillOrders } from "./fill-orders.ts";
import { fillTasks } from "./fill-tasks.ts";
import { fillUsage } from "./fill-usage.ts";

/**
 * Fills an empty demo database: people, sandbox channels, tokens, thirty days of usage, tasks and orders booked through
 * the ledger, and prints how to sign in. The password is derived from this installation's key, so it is the same at
 * every start and known to no one else.
 */
export async function prepareDemo(app: App): Promise<void> {
  const password = app.secretBox.keyedHash("demo sign-in").slice(0, 16);
  const users = createUserRepository(app.database.queries);
  const prepared = await app.database.queries
    .selectFrom("users")
    .select("id")
    .where("username", "=", "demo")
    .executeTakeFirst();
  if (!prepared) {
    const password_hash = await createPasswords().hash(password);
    const now = Math.floor(Date.now() / 1000);
    for (const person of demoPeople) {
      await users.insert({
        username: person.username,
        password_hash,
        display_name: person.displayName,
        role: person.admin ? roles.admin : roles.user,
        status: userStatus.enabled,
        email: `${person.username}@example.com`,
        avatar_url: "",
        group: person.group,
        access_token_hash: "",
        created_time: now - (person.joinedDays ?? 40) * 86_400,
        last_login_time: 0,
        last_login_ip: "",
        deleted_time: 0,
      });
    }
    await app.notice.announce("callers");
    const people = new DemoApi(app, password);
    await createThroughApi(people);
    await fillOrders(app);
    await fillUsage(app);
    await fillTasks(app);
    await fillCodes(app, people, now);
    await fillNotices(app, people, now);
    await inviteGuests(app);
    await endWhatHasEnded(app, now);
    await fillHistories(app, now);
    await fillHealth(app);
  }
  process.stdout.write(`\n  Demo sign-in: demo\n  Password:     ${password}\n\n`);
}

/** Users who were invited by the demo's administrator. */
async function inviteGuests(app: App): Promise<void> {
  const { queries } = app.database;
  const { id } = await queries
    .selectFrom("users")
    .select("id")
    .where("username", "=", "demo")
    .executeTakeFirstOrThrow();
  const guests = demoPeople.filter(({ invited }) => invited).map(({ username }) => username);
  await queries.updateTable("users").set({ inviter_id: id }).where("username", "in", guests).execute();
}

/** What was disabled or has expired since it was created; earlier usage is booked by then. */
async function endWhatHasEnded(app: App, now: number): Promise<void> {
  const { queries } = app.database;
  const disabled = demoPeople.filter(({ disabledDays }) => disabledDays !== undefined);
  await queries
    .updateTable("users")
    .set({ status: userStatus.disabled })
    .where(
      "username",
      "in",
      disabled.map(({ username }) => username),
    )
    .execute();
  for (const { name, state } of demoChannels) {
    if (state === undefined || name === undefined) continue;
    const change =
      state === "disabled"
        ? { status: channelStatus.disabled }
        : {
            status: channelStatus.autoDisabled,
            status_reason: "401: Incorrect API key provided.",
            status_problem: "authentication",
            // A reserved name: a test of this channel reaches no provider.
            base_url: "https://api.provider.example",
          };
    await queries.updateTable("channels").set(change).where("name", "=", name).execute();
  }
  for (const { name, state } of demoPeople.flatMap(({ tokens }) => tokens)) {
    if (state === undefined || name === undefined) continue;
    const change =
      state === "disabled" ? { status: tokenStatus.disabled } : { expired_time: now - 20 * 86_400 };
    await queries.updateTable("tokens").set(change).where("name", "=", name).execute();
  }
  await app.notice.announce("callers");
  await app.notice.announce("channels");
}

/** Creates channels and tokens as a person would, through the console API. */
async function createThroughApi(people: DemoApi): Promise<void> {
  for (const { state: _state, ...channel } of demoChannels)
    await people.send("demo", { url: "/api/channel/", payload: channel });
  await people.send("demo", {
    method: "PUT",
    url: "/api/user_group/ratios",
    payload: { ratios: demoRatios },
  });
  for (const person of demoPeople)
    for (const { state: _state, ...token } of person.tokens)
      await people.send(person.username, { url: "/api/token/", payload: token });
}
