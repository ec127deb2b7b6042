import { expect, it } from "vitest";
import { createOriginClients } from "./origin-clients.ts";

it("forgets and closes unused clients once there are many, and keeps those in use", () => {
  const closed: string[] = [];
  const used = new Set(["https://busy.example.org"]);
  const clients = createOriginClients<{ isUnused(): boolean; close(): void }>(10);
  const get = (origin: string) =>
    clients.get(origin, () => ({ isUnused: () => !used.has(origin), close: () => void closed.push(origin) }));
  const busy = get("https://busy.example.org");
  for (let number = 0; number < 1000; number++) {
    get(`https://${number}.example.org`);
    expect(clients.size()).toBeLessThanOrEqual(12);
  }
  expect(get("https://busy.example.org")).toBe(busy);
  expect(closed).not.toContain("https://busy.example.org");
  expect(closed.length).toBeGreaterThan(980);
});
