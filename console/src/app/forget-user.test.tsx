import { useQuery } from "@tanstack/react-query";
import { logout } from "@tollgate/contract/auth";
import { act, screen, within } from "@testing-library/react";
import { useEffect } from "react";
import { Navigate, Outlet } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answer } from "../../test/api-mock";
import { aUser } from "../../test/builders";
import { renderWithRoutes } from "../../test/render-app";
import { useLeaveGuard } from "../design-system/side-panel/use-leave-guard";
import { followOtherTabs, session, useSession } from "../lib/session/session";
import { ForgetUser } from "./forget-user";
import { Guard } from "./guards";
import { useSignOut } from "./use-sign-out";

const anna = aUser({ id: 1, username: "anna" });
const ben = aUser({ id: 2, username: "ben" });

let served: string;

beforeEach(() => {
  served = "anna";
});
afterEach(() => act(() => session.end()));

function Page({ dirty }: { dirty: boolean }) {
  const signOut = useSignOut();
  useLeaveGuard(dirty, () => {});
  const queryFn = () => `secret of ${served}`;
  const { data } = useQuery({ queryKey: ["secret"], queryFn, staleTime: 10_000 });
  return (
    <>
      <p>{data}</p>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </>
  );
}

function Root() {
  useEffect(followOtherTabs, []);
  return (
    <>
      <Outlet />
      <ForgetUser />
    </>
  );
}

function Login() {
  return useSession() ? <Navigate to="/panel/page" replace /> : <p>login</p>;
}

function renderPage(dirty: boolean) {
  const page = (
    <Guard access="user">
      <Page dirty={dirty} />
    </Guard>
  );
  const children = [
    { path: "/", element: <p>home</p> },
    { path: "/login", element: <Login /> },
    { path: "/panel/page", element: page },
  ];
  return renderWithRoutes(() => [{ element: <Root />, children }], { url: "/panel/page", user: anna });
}

function changeInOtherTab(user: object | undefined): void {
  if (user) localStorage.setItem("user", JSON.stringify(user));
  else localStorage.removeItem("user");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "user" })));
}

it("drops the data of a page that stays open for unsaved changes after a sign-out", async () => {
  answer(logout, null);
  const { person } = await renderPage(true);
  await screen.findByText("secret of anna");
  served = "visitors";
  await person.click(screen.getByText("Sign out"));
  const dialog = await screen.findByRole("alertdialog").catch(() => screen.findByRole("dialog"));
  await person.click(within(dialog).getAllByRole("button")[0] as HTMLElement);
  expect(await screen.findByText("secret of visitors")).toBeInTheDocument();
});

it("drops the data of one user when another tab signs in as someone else", async () => {
  await renderPage(false);
  await screen.findByText("secret of anna");
  changeInOtherTab(undefined);
  await screen.findByText("login");
  served = "ben";
  changeInOtherTab(ben);
  expect(await screen.findByText("secret of ben")).toBeInTheDocument();
});
