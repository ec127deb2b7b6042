import { screen, waitFor } from "@testing-library/react";
import { Link, Outlet } from "react-router";
import { expect, it } from "vitest";
import { renderWithRoutes } from "../../test/render-app";
import { PageFocus } from "./page-focus";

it("focuses the heading of the new page, not that of a page rendered ahead", async () => {
  const layout = (
    <>
      <PageFocus />
      <Link to="/next">next</Link>
      <main>
        <div style={{ display: "none" }}>
          <h1>Ahead</h1>
        </div>
        <Outlet />
      </main>
    </>
  );
  const children = [
    { path: "/first", element: <h1>First</h1> },
    { path: "/next", element: <h1>Next</h1> },
  ];
  const { person } = await renderWithRoutes(() => [{ element: layout, children }], { url: "/first" });
  await person.click(screen.getByRole("link", { name: "next" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Next" })).toHaveFocus());
});
