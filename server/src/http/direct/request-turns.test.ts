import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { RequestTurns } from "./request-turns.ts";

function track() {
  const begun: number[] = [];
  return { begun, connection: (name: number) => ({ beginWaiting: () => void begun.push(name) }) };
}

it("admits eight requests in a turn, and the others eight by eight in the order they came", async () => {
  const turns = new RequestTurns();
  const { begun, connection } = track();
  const admitted = Array.from({ length: 20 }, (_, index) => turns.admit(connection(index)));
  expect(admitted.filter(Boolean)).toHaveLength(8);
  expect(admitted.lastIndexOf(true)).toBe(7);
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  // Behind those that wait, though the next turn has room for it.
  expect(turns.admit(connection(20))).toBe(false);
  await nextTurn();
  expect(begun.slice(8)).toEqual([16, 17, 18, 19, 20]);
  expect(turns.admit(connection(21))).toBe(true);
});

it("counts a request that begins during the turn of others", async () => {
  const turns = new RequestTurns();
  const { begun, connection } = track();
  const more: boolean[] = [];
  const askAgain = {
    beginWaiting: () => void more.push(...[1, 2, 3].map((name) => turns.admit(connection(name)))),
  };
  for (let index = 0; index < 8; index++) turns.admit(connection(index));
  for (let index = 0; index < 6; index++) turns.admit(askAgain);
  await nextTurn();
  expect(more.filter(Boolean)).toHaveLength(2);
  await nextTurn();
  await nextTurn();
  expect(begun).toHaveLength(16);
});

it("admits requests that come later, however many came before", async () => {
  const turns = new RequestTurns();
  const { connection } = track();
  for (let turn = 0; turn < 100; turn++) {
    expect(turns.admit(connection(turn))).toBe(true);
    await nextTurn();
  }
});

it("begins the first of more than 512 that wait, so that they hold no more memory", () => {
  const turns = new RequestTurns();
  const { begun, connection } = track();
  for (let index = 0; index < 8 + 512; index++) turns.admit(connection(index));
  expect(begun).toEqual([]);
  expect(turns.admit(connection(520))).toBe(false);
  expect(turns.admit(connection(521))).toBe(false);
  expect(begun).toEqual([8, 9]);
});
