import { screen } from "@testing-library/react";
import { getSelf } from "@tollgate/contract/profile";
import { redeemCode } from "@tollgate/contract/redemptions";
import { getStatus } from "@tollgate/contract/site-info";
import { useQuery } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { answer, hold, reject } from "../../../test/api-mock";
import { aSelf, aSiteInfo, aUser } from "../../../test/builders";
import { renderApp } from "../../../test/render-app";
import { selfQuery } from "../../lib/session/self-query";
import { RedeemBox } from "./redeem-box";

function Page() {
  const { data } = useQuery(selfQuery);
  return (
    <>
      <p>Balance {data?.quota}</p>
      <RedeemBox />
    </>
  );
}

const open = () => renderApp(<Page />, { user: aUser() });
const field = () => screen.findByRole("textbox", { name: "Redemption code" });
const button = () => screen.getByRole("button", { name: "Redeem" });

describe("the redeem box", () => {
  it("trims the code, shows the added amount, and refreshes the balance", async () => {
    const calls = answer(redeemCode, 5_000_000);
    answer(getSelf, () => aSelf({ quota: calls.length === 0 ? 100 : 5_000_100 }));
    const { person } = await open();
    expect(await screen.findByText("Balance 100")).toBeVisible();
    await person.type(await field(), "  9fQ2bVxK8yTn5rWc1xLh7Q ");
    await person.click(button());
    expect(await screen.findByText("$10.00 added to your balance.")).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ key: "9fQ2bVxK8yTn5rWc1xLh7Q" }]);
    expect(await field()).toHaveValue("");
    expect(await screen.findByText("Balance 5000100")).toBeVisible();
  });

  it("shows at the field why a code was rejected and how long to wait, and keeps the code", async () => {
    reject(redeemCode, "redeem.used");
    const { person } = await open();
    await person.type(await field(), "used-code{Enter}");
    expect(await screen.findByText("This code was already redeemed.")).toBeVisible();
    expect(await field()).toHaveValue("used-code");
    expect(await field()).toHaveFocus();
    reject(redeemCode, "redeem.too_many_attempts", { params: { seconds: 321 } });
    await person.click(button());
    expect(await screen.findByText("Too many wrong codes. Try again in 321 seconds.")).toBeVisible();
  });

  it("requires a code, without a request", async () => {
    const calls = answer(redeemCode, 5);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Redeem" }));
    expect(await screen.findByText("Enter a redemption code.")).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it("sends a code once while the request runs", async () => {
    const release = hold(redeemCode, 5);
    const { person } = await open();
    await person.type(await field(), "code");
    await person.click(button());
    expect(button()).toBeDisabled();
    release();
    expect(await screen.findByText(/added to your balance/)).toBeVisible();
  });

  it("links to the shop only where the operator has set one", async () => {
    await open();
    expect(await field()).toBeVisible();
    expect(screen.queryByRole("link", { name: "Get a code" })).toBeNull();
  });

  it("opens the operator's shop in a new tab", async () => {
    answer(getStatus, aSiteInfo({ top_up_link: "https://shop.example.com/codes" }));
    await open();
    const link = await screen.findByRole("link", { name: "Get a code" });
    expect(link).toHaveAttribute("href", "https://shop.example.com/codes");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });
});
