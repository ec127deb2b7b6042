import { type AuditEntry, auditTargets, listAudit } from "@tollgate/contract/audit";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, aPage, aRoot } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { auditScreen } from "./screen";

function anEntry(part: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    created_at: aMoment,
    actor_id: 1,
    actor_name: "root",
    action: "user.quota",
    target_type: "user",
    target_id: "7",
    target_name: "ada",
    target_now: "ada",
    detail: { quota: -500_000, remark: "refund" },
    source_ip: "192.0.2.9",
    ...part,
  };
}

/** Matches an element by its text, links included. */
const hasText = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === "SPAN" && element.textContent.replace(/\s+/g, " ").replace("： ", "：") === text;

const open = (url = "/panel/audit") => renderScreen(auditScreen, { user: aRoot(), url });

describe("the audit log", () => {
  it("describes what was done, to whom, and what changed", async () => {
    answer(
      listAudit,
      aPage([
        anEntry(),
        anEntry({ id: 3, action: "auth.login", detail: { method: "oidc" } }),
        anEntry({ id: 2, action: "odd.thing", target_type: "odd", detail: { method: "by-moonlight" } }),
      ]),
    );
    await open();
    expect(await screen.findByText("Changed a balance")).toBeVisible();
    expect(screen.getAllByText(hasText("User ada #7"))).toHaveLength(2);
    expect(screen.getAllByRole("link", { name: "ada" })[0]).toHaveAttribute(
      "href",
      "/panel/user?keyword=ada",
    );
    expect(screen.getByText("Method: Single sign-on")).toBeVisible();
    expect(screen.getByText("Method: by-moonlight")).toBeVisible();
    expect(screen.getByText("Amount: -$1.00 · Remark: refund")).toBeVisible();
    expect(screen.getByText("odd.thing")).toBeVisible();
  });

  it.each([
    [
      "en_US",
      ["Setting: System › General", "Setting: System name", "Setting: Operations › General"],
      [/^Top-up link: — → /, /^Password or token: replaced$/],
    ],
    [
      "zh_CN",
      ["设置：系统设置 › 通用", "设置：系统名称", "设置：运营设置 › 通用"],
      [/^充值链接: — → /, /^密码或授权码: 已更换$/],
    ],
  ] as const)(
    "names settings and their sections as the settings screen does, in %s",
    async (language, targets, details) => {
      const change = (id: number, target_id: string, changed: Record<string, unknown>) =>
        anEntry({
          id,
          action: "setting.change",
          target_type: "setting",
          target_id,
          target_name: "",
          detail: changed,
        });
      answer(
        listAudit,
        aPage([
          change(1, "address", { ServerAddress: ["", "https://gate.example.org"] }),
          change(2, "SystemName", { SystemName: ["Tollgate", "Gate"] }),
          change(3, "general", { TopUpLink: ["", "https://shop.example.org"] }),
          change(4, "of_a_later_version", {}),
          change(5, "smtp", { SMTPToken: "replaced" }),
        ]),
      );
      await renderScreen(auditScreen, { user: aRoot(), language });
      for (const target of targets) expect(await screen.findByText(hasText(target))).toBeVisible();
      for (const detail of details) expect(screen.getByText(detail)).toBeVisible();
      expect(screen.getByText(/of_a_later_version/)).toBeVisible();
    },
  );

  it("keeps its filters in the address and counts days back from now", async () => {
    const calls = answer(listAudit, aPage([anEntry()]));
    await open("/panel/audit?actor=root&action=user.&range=7d&target_type=user");
    await screen.findByText("Changed a balance");
    const query = calls.at(-1)?.query ?? {};
    expect(query).toMatchObject({ actor: "root", action: "user.", target_type: "user" });
    const age = Date.now() / 1000 - Number(query["start_timestamp"]);
    expect(Math.round(age / 86_400)).toBe(7);
    expect(query).not.toHaveProperty("range");
  });

  it("filters by every kind of thing, models' owners and descriptions included", async () => {
    const calls = answer(listAudit, aPage([anEntry()]));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Target type" }));
    const kinds = (await screen.findAllByRole("menuitem")).map((option) => option.textContent);
    expect(kinds.slice(0, 3)).toEqual(["All", "User", "Token"]);
    expect(kinds).toEqual(expect.arrayContaining(["Model owner", "Redemption code", "Telegram bot"]));
    expect(new Set(kinds).size).toBe(auditTargets.length + 1);
    await person.click(screen.getByRole("menuitem", { name: "Model description" }));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ target_type: "model_info" }));
  });

  it("links from an entry to other events of the same thing", async () => {
    const calls = answer(listAudit, aPage([anEntry()]));
    const { person, location } = await open();
    await person.click(await screen.findByText("Changed a balance"));
    const panel = await screen.findByRole("dialog");
    expect(within(panel).getByText("user.quota")).toBeVisible();
    await person.click(within(panel).getByRole("button", { name: /^All entries about User/ }));
    expect(location()).toContain("target_id=7");
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ target_type: "user", target_id: "7" }));
  });

  it("shows why it cannot be loaded", async () => {
    reject(listAudit, "auth.forbidden");
    await open();
    expect(await screen.findByText("You do not have permission to do this.")).toBeVisible();
  });
});
