import type { Locator, Page } from "playwright-core";
import { settled, visit } from "./visit.ts";

/** Panels, dialogs and menus, each opened from its screen as a person does. */
export const overlays: { name: string; open: (page: Page, url: string) => Promise<void> }[] = [
  {
    name: "choice of a provider",
    open: async (page, url) => {
      await visit(page, `${url}/panel/channel`);
      await page.getByRole("button", { name: /^(Add channel|新建渠道)$/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "OpenAI", exact: true }).waitFor();
    },
  },
  {
    name: "channel editor, every section open",
    open: async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "OpenAI", exact: true }).click();
      await unfold(dialog);
    },
  },
  {
    name: "history of a channel",
    open: async (page, url) => {
      await visit(page, `${url}/panel/channel`);
      await page
        .getByRole("button", { name: /^(More actions|更多操作)$/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: /^(Show history|查看历史)$/ }).click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "token editor, every section open",
    open: async (page, url) => {
      await visit(page, `${url}/panel/token`);
      await page.getByRole("button", { name: "Staging", exact: true }).click();
      await unfold(page.getByRole("dialog"));
    },
  },
  {
    name: "chosen users, one of them pointed at",
    open: async (page, url) => {
      await visit(page, `${url}/panel/user`);
      const boxes = page.getByRole("checkbox", { name: /alice|demo|root/ });
      await boxes.first().waitFor();
      for (const box of await boxes.all()) await box.check();
      await page.getByText("Demo Admin").hover();
    },
  },
  {
    name: "editor of a user",
    open: async (page, url) => {
      await visit(page, `${url}/panel/user`);
      await page.getByRole("button", { name: "alice", exact: true }).click();
      await page.getByRole("dialog").getByRole("tab").first().waitFor();
    },
  },
  {
    name: "activity of a user",
    open: async (page) => {
      await page.getByRole("dialog").getByRole("tab").last().click();
      await page.getByRole("dialog").locator("ol li").first().waitFor();
    },
  },
  {
    name: "editor of a group",
    open: async (page, url) => {
      await visit(page, `${url}/panel/user_group`);
      await page.getByRole("button", { name: "VIP", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "price editor",
    open: async (page, url) => {
      await visit(page, `${url}/panel/pricing?keyword=claude-3-haiku`);
      await page.getByRole("button", { name: "claude-3-haiku", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "details of a call",
    open: async (page, url) => {
      await visit(page, `${url}/panel/log`);
      await page
        .getByRole("button", { name: /^(Show details|查看详情)$/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "question before a deletion",
    open: async (page, url) => {
      await visit(page, `${url}/panel/channel`);
      await page
        .getByRole("button", { name: /^(More actions|更多操作)$/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: /^(Delete|删除)$/ }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "command palette",
    open: async (page, url) => {
      await visit(page, `${url}/panel/dashboard`);
      // The page listens for keys a moment after its heading is there.
      await settled(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Opens what is folded in a panel. */
async function unfold(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { expanded: false }).first().waitFor();
  const folds = dialog.locator("h3 > [aria-expanded=false]");
  while ((await folds.count()) > 0) await folds.first().click();
}
