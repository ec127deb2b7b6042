import { createServer } from "node:http";

/** A Midjourney proxy whose tasks never end, and which records which tasks are queried. */
export interface TaskUpstream {
  /** Queries and their tasks since the last `forget`. */
  queries(): number;
  /** Milliseconds of the last first query of a task, and how many tasks were queried again. */
  seen(): { firstQueries: ReadonlyMap<string, number>; repeated: number };
  /** Tasks that two open queries named together, ever. */
  queriedTwice(): number;
  forget(): void;
  stop(): Promise<void>;
}

/** A platform's usual time for a list of tasks. */
const answerMilliseconds = 50;

export async function startTaskUpstream(port: number): Promise<TaskUpstream> {
  const open = new Set<string>();
  const firstQueries = new Map<string, number>();
  let queries = 0;
  let repeated = 0;
  let twice = 0;

  const begin = (ids: readonly string[]): void => {
    queries += 1;
    for (const id of ids) {
      if (open.has(id)) twice += 1;
      open.add(id);
      if (firstQueries.has(id)) repeated += 1;
      else firstQueries.set(id, performance.now());
    }
  };

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { ids } = JSON.parse(Buffer.concat(parts).toString()) as { ids: string[] };
      begin(ids);
      setTimeout(() => {
        for (const id of ids) open.delete(id);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(ids.map(describeTask)));
      }, answerMilliseconds);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

  return {
    queries: () => queries,
    seen: () => ({ firstQueries, repeated }),
    queriedTwice: () => twice,
    forget() {
      firstQueries.clear();
      repeated = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As large as a real one in progress. */
const describeTask = (id: string) => ({
  id,
  action: "IMAGINE",
  status: "IN_PROGRESS",
  progress: `${Math.floor(Math.random() * 99)}%`,
  prompt: "a toll gate at dawn, photograph",
  promptEn: "a toll gate at dawn, photograph",
  submitTime: Date.now(),
  startTime: Date.now(),
  finishTime: 0,
  imageUrl: `https://cdn.example.org/attachments/${id}.png`,
  failReason: "",
  buttons: [],
  properties: { finalPrompt: "a toll gate at dawn, photograph --v 6" },
});
