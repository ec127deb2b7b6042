import { useQuery } from "@tanstack/react-query";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answer, reject, unreachable } from "../../test/api-mock";
import { aSelf, aSiteInfo, aUser } from "../../test/builders";
import { renderApp } from "../../test/render-app";
import { serverReachable } from "../lib/server-reachable";
import { selfQuery } from "../lib/session/self-query";
import { ConnectionNotice } from "./connection-notice";

afterEach(() => serverReachable.set(true));

function Page() {
  const { data } = useQuery({ ...selfQuery, retry: false });
  return (
    <>
      <ConnectionNotice />
      <p>{data ? `Hello ${data.username}` : "Signed out"}</p>
    </>
  );
}

it("shows that the server does not respond until it does, and then reads the page again", async () => {
  unreachable(getStatus);
  unreachable(getSelf);
  await renderApp(<Page />, { user: aUser() });
  expect(await screen.findByText("The server does not respond. Reconnecting…")).toBeInTheDocument();
  answer(getStatus, aSiteInfo());
  answer(getSelf, aSelf({ username: "ada" }));
  await screen.findByText("Hello ada");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
}, 15_000);

it("shows nothing where one request fails, or the server reports an error", async () => {
  answer(getStatus, aSiteInfo());
  unreachable(getSelf);
  await renderApp(<Page />, { user: aUser() });
  await waitFor(() => expect(serverReachable.get()).toBe(true));
  reject(getSelf, "server.internal");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
