import { InvalidTask, type TaskSelection } from "../platform.ts";

const usualLimit = 20;
const largestLimit = 100;

/** A page of the caller's videos. @throws InvalidTask */
export function readList(query: URLSearchParams): TaskSelection {
  const [limit, order, after] = [query.get("limit"), query.get("order") ?? "desc", query.get("after")];
  if (limit !== null && !(/^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= largestLimit))
    throw new InvalidTask("limit", `Give a whole number from 1 to ${largestLimit}.`);
  if (order !== "asc" && order !== "desc") throw new InvalidTask("order", "Give asc or desc.");
  return {
    limit: limit === null ? usualLimit : Number(limit),
    oldestFirst: order === "asc",
    ...(after !== null && after !== "" && { after }),
  };
}
