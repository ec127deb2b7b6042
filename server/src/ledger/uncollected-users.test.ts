import { expect, it, vi } from "vitest";
import { createUncollectedUsers } from "./uncollected-users.ts";

it("announces a user again whose next settlement comes during the announcement", async () => {
  const announcements: (() => void)[] = [];
  const users = createUncollectedUsers(
    async () => {},
    () => new Promise((resolve) => announcements.push(resolve)),
    () => {},
  );
  users.add(1);
  await vi.waitFor(() => expect(announcements).toHaveLength(1));
  users.add(1);
  announcements[0]?.();
  await vi.waitFor(() => expect(announcements).toHaveLength(2));
  expect(users.has(1)).toBe(true);
  announcements[1]?.();
  await vi.waitFor(() => expect(users.has(1)).toBe(false));
  expect(announcements).toHaveLength(2);
});
