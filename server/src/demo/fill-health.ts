import { sumHealth } from "@tollgate/contract/channel-health";
import type { App } from "../build-app.ts";
import { createChannelHealthRepository } from "../storage/repositories/channel-health-repository.ts";

const span = 300;
const hour = 3600;
const shortSpans = (48 * hour) / span;
const hours = 30 * 24;

/**
 * Roll-ups of the demo's channels up to the start of the server: two days in five minutes, thirty in hours. One channel
 * has a quarter of an hour of failures, so that the strip shows an incident.
 */
export async function fillHealth(app: App): Promise<void> {
  const channels = await app.database.queries
    .selectFrom("channels")
    .select(["id", "status"])
    .orderBy("id")
    .execute();
  const now = Math.floor(Date.now() / 1000);
  await app.database.transaction(async (queries) => {
    const health = createChannelHealthRepository(queries);
    for (const [index, { id, status }] of channels.entries()) {
      if (status !== 1) continue;
      const make = (length: number, count: number) =>
        Array.from({ length: count }, (_, age) => {
          const start = now - (now % length) - age * length;
          return { channel_id: id, span: length, start, ...attemptsOf(index, age, length) };
        });
      await health.add(make(span, shortSpans));
      await health.add(make(hour, hours));
    }
  });
}

/** The same counts at every start of the demo. `age`: spans since this one. */
function attemptsOf(channel: number, age: number, length: number) {
  const wave = 1 + Math.sin((age * length) / 13_751 + channel);
  const successes = Math.round((2 + wave * 6 + ((age * 7 + channel * 3) % 5)) * (length / span));
  const isBad = channel === 1 && length === span && age >= 4 && age <= 6;
  return {
    ...sumHealth([]),
    successes,
    rate_limit: isBad ? Math.round(successes * 0.6) : (age + channel) % 9 === 0 ? 1 : 0,
    timeout: isBad ? 2 : 0,
    server_error: (age * 3 + channel) % 23 === 0 ? 1 : 0,
    wrong_request: (age + channel) % 17 === 0 ? 1 : 0,
    first_token_sum: successes * (320 + channel * 140 + ((age * 37) % 90)),
    first_token_count: successes,
    response_sum: successes * (1900 + channel * 450 + ((age * 53) % 400)),
  };
}
