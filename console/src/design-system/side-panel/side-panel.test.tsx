import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { Link } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { renderWithRoutes } from "../../../test/render-app";
import { SidePanel } from "./side-panel";

const onSubmit = vi.fn();

function Editor(props: { dirty: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <SidePanel
        open={open}
        title="Edit a thing"
        dirty={props.dirty}
        onClose={() => setOpen(false)}
        onSubmit={onSubmit}
        submitLabel="Save"
      >
        <input aria-label="Name" />
        <Link to="/elsewhere">away</Link>
      </SidePanel>
    </>
  );
}

async function openEditor(dirty: boolean) {
  const app = await renderWithRoutes(
    () => [
      { path: "/", element: <Editor dirty={dirty} /> },
      { path: "/elsewhere", element: <p>elsewhere</p> },
    ],
    { url: "/" },
  );
  await app.person.click(screen.getByRole("button", { name: "Edit" }));
  await screen.findByRole("dialog", { name: "Edit a thing" });
  return app;
}

const panelIsGone = () =>
  waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit a thing" })).not.toBeInTheDocument());

describe("SidePanel", () => {
  it("closes with Esc and restores the focus", async () => {
    const { person } = await openEditor(false);
    await person.click(screen.getByLabelText("Name"));
    await person.keyboard("{Escape}");
    await panelIsGone();
    expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
  });

  it("submits as a form", async () => {
    const { person } = await openEditor(true);
    await person.type(screen.getByLabelText("Name"), "x{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("asks before changes are lost, and keeps them on cancel", async () => {
    const { person } = await openEditor(true);
    await person.click(screen.getByRole("button", { name: "Close" }));
    await person.click(await screen.findByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(screen.getByRole("dialog", { name: "Edit a thing" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    await person.click(await screen.findByRole("button", { name: "Discard" }));
    await panelIsGone();
  });

  it("asks before another page is opened over changes", async () => {
    const { person, location } = await openEditor(true);
    await person.click(screen.getByText("away"));
    await person.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(location()).toBe("/");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await person.click(screen.getByText("away"));
    await person.click(await screen.findByRole("button", { name: "Discard" }));
    expect(await screen.findByText("elsewhere")).toBeInTheDocument();
  });
});
