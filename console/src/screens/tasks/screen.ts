import { defineScreen } from "../../lib/define-screen";

export const tasksScreen = defineScreen({
  name: "tasks",
  path: "/panel/task",
  title: "screens.tasks",
  icon: "tasks",
  menu: { group: "usage", order: 30 },
  access: "user",
  page: () => import("./tasks-page").then((module) => module.TasksPage),
  prefetch: (client) => import("./tasks-page").then((module) => module.prefetchTasks(client)),
  locales: (language) => import(`./locales/${language}.json`),
});
