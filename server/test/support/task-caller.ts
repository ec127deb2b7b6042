import { expect } from "vitest";
import type { RunningApp } from "./start-app.ts";

export interface TaskAnswer {
  status: number;
  /** Undefined for invalid JSON. */
  json: Record<string, unknown>;
  text: string;
}

/** A client of a platform's API. */
export interface TaskCaller {
  get(path: string): Promise<TaskAnswer>;
  post(path: string, body: unknown): Promise<TaskAnswer>;
}

/** @param header in which the platform's clients send the key */
export function taskCaller({ url }: RunningApp, key: string, header = "authorization"): TaskCaller {
  async function call(method: string, path: string, body?: unknown): Promise<TaskAnswer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        [header]: header === "authorization" ? `Bearer ${key}` : key,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json")
      ? (JSON.parse(text) as Record<string, unknown>)
      : {};
    return { status: response.status, json, text };
  }
  return { get: (path) => call("GET", path), post: (path, body) => call("POST", path, body) };
}

const ended = ["success", "failure", "expired"];

/** Makes the server query every unfinished task immediately, and waits for it. `read` reads any one of them. */
export async function pollNow({ app }: RunningApp, read: () => Promise<unknown>): Promise<void> {
  const { queries } = app.database;
  const open = () => queries.selectFrom("tasks").select(["task_id", "polls", "status"]).execute();
  const before = new Map(
    (await open()).filter(({ status }) => !ended.includes(status)).map((row) => [row.task_id, row.polls]),
  );
  await queries
    .updateTable("tasks")
    .set({ due_at: 1, lease_until: 0 })
    .where("task_id", "in", [...before.keys()])
    .execute();
  await expect
    .poll(
      async () => {
        await read();
        const rows = await open();
        return rows.filter(({ task_id, polls, status }) => {
          const polled = before.get(task_id);
          return polled !== undefined && polls <= polled && !ended.includes(status);
        });
      },
      { interval: 20 },
    )
    .toEqual([]);
}

/** Advances the clock past a task's deadline: its next query is its last. */
export async function runOut({ app }: RunningApp, taskId: string): Promise<void> {
  await app.database.queries
    .updateTable("tasks")
    .set({ expires_at: 2 })
    .where("task_id", "=", taskId)
    .execute();
}
