import { UNSAFE_createMemoryHistory as createMemoryHistory, type RouteObject } from "react-router";
import { expect, it, vi } from "vitest";
import { createPageRouter } from "./page-router";
import { redirectTo } from "./page-routes";

/** A route whose code arrives when `arrive` is called. */
function slowRoute(path: string) {
  let arrive = (_loaded: object): void => {};
  let fail = (_cause: Error): void => {};
  const lazy = vi.fn<() => Promise<object>>(
    () =>
      new Promise((resolve, reject) => {
        arrive = resolve;
        fail = reject;
      }),
  );
  return {
    route: { path, lazy } as RouteObject,
    lazy,
    arrive: () => arrive({}),
    fail: () => fail(new Error()),
  };
}

function openRouter(routes: RouteObject[], ...entries: string[]) {
  const history = createMemoryHistory({ initialEntries: entries });
  const router = createPageRouter(routes, history);
  return { router, history, path: () => router.state.location.pathname + router.state.location.search };
}

const pages: RouteObject[] = [{ path: "/a" }, { path: "/b" }, { path: "*" }];

it("keeps the page until the next one's code is there, and fetches it once", async () => {
  const slow = slowRoute("/slow");
  const { router, path } = openRouter([...pages, slow.route], "/a");
  const first = router.navigate("/slow");
  void router.navigate("/slow?again");
  expect(path()).toBe("/a");
  expect(router.state.navigation).toMatchObject({ state: "loading", location: { pathname: "/slow" } });
  slow.arrive();
  await first;
  await vi.waitFor(() => expect(path()).toBe("/slow?again"));
  expect(router.state.navigation.state).toBe("idle");
  expect(slow.lazy).toHaveBeenCalledTimes(1);
});

it("lets a page fetch its data with its code, unless the address has a query", async () => {
  const slow = slowRoute("/slow");
  const prepare = vi.fn();
  const { router } = openRouter([...pages, { ...slow.route, handle: { prepare } } as RouteObject], "/a");
  void router.navigate("/slow?page=2");
  expect(prepare).not.toHaveBeenCalled();
  void router.navigate("/slow");
  expect(prepare).toHaveBeenCalledOnce();
});

it("lets a page fetch its data when it is entered, not when only the query of its address changes", async () => {
  const prepare = vi.fn();
  const { router } = openRouter([...pages, { path: "/list", handle: { prepare } }], "/list");
  expect(prepare).toHaveBeenCalledOnce();
  await router.navigate("/list?id=7");
  await router.navigate("/list");
  expect(prepare).toHaveBeenCalledOnce();
  await router.navigate("/a");
  await router.navigate("/list");
  expect(prepare).toHaveBeenCalledTimes(2);
});

it("drops a navigation that another one overtook", async () => {
  const slow = slowRoute("/slow");
  const { router, path } = openRouter([...pages, slow.route], "/a");
  const overtaken = router.navigate("/slow");
  await router.navigate("/b");
  slow.arrive();
  await overtaken;
  expect(path()).toBe("/b");
});

it("gives the route's boundary the error of code that cannot be fetched, and tries again", async () => {
  const slow = slowRoute("/slow");
  const { router } = openRouter([...pages, slow.route], "/a");
  const failing = router.navigate("/slow");
  slow.fail();
  await failing;
  expect(Object.values(router.state.errors ?? {})).toEqual([new Error()]);
  const retrying = router.navigate(".", { replace: true });
  slow.arrive();
  await retrying;
  expect(router.state.errors).toBeNull();
});

it("leads on without an entry in the history for the address in between", async () => {
  const routes = [{ path: "/old", handle: redirectTo("/b") }, ...pages];
  const opened = openRouter(routes, "/old");
  expect(opened.path()).toBe("/b");
  expect(opened.history.index).toBe(0);
  const { router, path } = openRouter(routes, "/a");
  await router.navigate("/old");
  expect(path()).toBe("/b");
  await router.navigate(-1);
  expect(path()).toBe("/a");
});

it("stops for a blocker, also on the way back, until it lets go", async () => {
  const { router, path } = openRouter(pages, "/a", "/b");
  router.getBlocker("form", () => true);
  await router.navigate("/a");
  expect(path()).toBe("/b");
  router.state.blockers.get("form")?.reset?.();
  expect(router.state.blockers.get("form")?.state).toBe("unblocked");
  await router.navigate(-1);
  expect(path()).toBe("/b");
  router.state.blockers.get("form")?.proceed?.();
  await vi.waitFor(() => expect(path()).toBe("/a"));
  expect(router.state.blockers.get("form")?.state).toBe("unblocked");
});

it("resolves addresses against the current one, and never leaves the site", async () => {
  const { router, path } = openRouter(pages, "/a?x=1");
  await router.navigate("?y=2");
  expect(path()).toBe("/a?y=2");
  await router.navigate({ pathname: "/b", search: "z=3" }, { replace: true, state: { from: "/a" } });
  expect(path()).toBe("/b?z=3");
  expect(router.state.location.state).toEqual({ from: "/a" });
  for (const outside of ["//evil.example", "\\\\evil.example", "/\\evil.example", "https://evil.example"]) {
    await router.navigate(outside);
    expect(new URL(router.createHref(router.state.location), "https://here.example").host).toBe(
      "here.example",
    );
  }
});
