import { parseOrder } from "@tollgate/contract/list-query";
import {
  getOwnTask,
  getTask,
  listMidjourneyTasks,
  listOwnMidjourneyTasks,
  listOwnTasks,
  listTasks,
} from "@tollgate/contract/tasks";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { TaskService } from "./service.ts";

export function registerTaskRoutes(register: RegisterEndpoint, tasks: TaskService): void {
  register(listMidjourneyTasks, ({ query }) =>
    tasks.listMidjourney({ ...query, order: parseOrder(query.order) }),
  );
  register(listOwnMidjourneyTasks, ({ actor, query }) =>
    tasks.listOwnMidjourney(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(listTasks, ({ query }) => tasks.list({ ...query, order: parseOrder(query.order) }));
  register(listOwnTasks, ({ actor, query }) =>
    tasks.listOwn(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(getTask, ({ params }) => tasks.get(params.task_id));
  register(getOwnTask, ({ actor, params }) => tasks.getOwn(actor, params.task_id));
}
