import { deleteLogs } from "@tollgate/contract/logs";
import { listMails, type Mail, sendTestMail } from "@tollgate/contract/mail";
import {
  listSettings,
  saveSettingSection,
  type SettingRow,
  testService,
} from "@tollgate/contract/setting-endpoints";
import { settingText } from "@tollgate/contract/setting-text";
import { type SettingKey, settingDefinition, settingKeys } from "@tollgate/contract/settings";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject, unreachable } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { settingsScreen } from "./screen";

function rowsWith(texts: Partial<Record<SettingKey, string>> = {}, set: SettingKey[] = []): SettingRow[] {
  return settingKeys.map((key) => {
    const { section, root, secret, fallback } = settingDefinition(key);
    const value = secret ? "" : (texts[key] ?? settingText(key, fallback));
    return {
      key,
      value,
      section,
      root: root ?? false,
      secret: secret ?? false,
      is_set: set.includes(key) || value !== "",
    };
  });
}

const open = (tab = "", user = aRoot()) =>
  renderScreen(settingsScreen, { user, url: `/panel/setting${tab && `?tab=${tab}`}` });
/** The card of a section. Looked for by its heading: asking for roles takes seconds on so large a page. */
const card = async (name: string): Promise<HTMLElement> => {
  const heading = await screen.findByText(name, { selector: "h2" });
  return heading.closest("section") as HTMLElement;
};
const saves = (rows: SettingRow[] = rowsWith()) =>
  answer(saveSettingSection, (call) => ({
    changed: Object.keys((call.body as { values: object }).values),
    settings: rows,
  }));

beforeEach(() => {
  answer(listSettings, rowsWith());
  answer(listMails, aPage([]));
});

describe("a section", () => {
  it("is saved as a whole: changed values, the values seen, and one result", async () => {
    const calls = saves(rowsWith({ RetryTimes: "4", RetryTimeOut: "30" }));
    const { person } = await open();
    const section = await card("Retries and cooldown");
    expect(within(section).queryByRole("button", { name: "Save" })).toBeNull();
    await person.clear(within(section).getByLabelText("Retries"));
    await person.type(within(section).getByLabelText("Retries"), "4");
    await person.clear(within(section).getByLabelText("Retry deadline"));
    await person.type(within(section).getByLabelText("Retry deadline"), "30");
    expect(within(section).getByText("2 unsaved changes")).toBeVisible();
    await person.click(within(section).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Retries and cooldown saved.")).toBeVisible();
    expect(calls.map((call) => [call.params["section"], call.body])).toEqual([
      [
        "retries",
        { values: { RetryTimes: 4, RetryTimeOut: 30 }, seen: { RetryTimes: "2", RetryTimeOut: "10" } },
      ],
    ]);
    await waitFor(() => expect(within(section).queryByRole("button", { name: "Save" })).toBeNull());
  });

  it("shows every error of the server on its field and keeps the typed values", async () => {
    const calls = reject(saveSettingSection, "request.invalid", {
      fields: [
        { path: "values.GitHubClientId", code: "setting.needed", message: "" },
        { path: "values.GitHubClientSecret", code: "setting.needed", message: "" },
      ],
    });
    const { person } = await open("system");
    const section = await card("GitHub OAuth");
    await person.click(within(section).getByRole("switch", { name: "GitHub sign-in" }));
    await person.click(within(section).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(within(section).getByLabelText("Client ID")).toBeInvalid());
    expect(within(section).getByLabelText("Client secret")).toBeInvalid();
    expect(within(section).getAllByText("Required while this is enabled.")).toHaveLength(2);
    expect(within(section).getByRole("switch", { name: "GitHub sign-in" })).toBeChecked();
    expect(calls).toHaveLength(1);
  });

  it("is rejected in the browser by the same rules", async () => {
    const calls = saves();
    const { person } = await open("system");
    const section = await card("General");
    await person.type(within(section).getByLabelText("Server address"), "https://example.com/path");
    await person.click(within(section).getByRole("button", { name: "Save" }));
    expect(await within(section).findByText(/^Enter scheme, host and port only/)).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it("offers the stored values when another administrator saved first", async () => {
    const fields = [{ path: "values.SystemName", code: "setting.changed_meanwhile", message: "" }];
    const { person } = await open("site");
    const section = await card("Name and logo");
    await person.type(within(section).getByLabelText("System name"), " AI");
    reject(saveSettingSection, "setting.changed_meanwhile", { fields });
    await person.click(within(section).getByRole("button", { name: "Save" }));
    answer(listSettings, rowsWith({ SystemName: "Theirs" }));
    await person.click(await within(section).findByRole("button", { name: "Load saved values" }));
    await waitFor(() => expect(within(section).getByLabelText("System name")).toHaveValue("Theirs"));
  });

  it("restores the stored values when changes are discarded", async () => {
    const { person } = await open();
    const section = await card("Response cache");
    await person.click(within(section).getByRole("switch", { name: "Response cache" }));
    await person.click(within(section).getByRole("button", { name: "Discard" }));
    expect(within(section).getByRole("switch", { name: "Response cache" })).toBeChecked();
  });
});

describe("secrets", () => {
  it("show only that they are set, and can be replaced and cleared", async () => {
    answer(listSettings, rowsWith({}, ["SMTPToken"]));
    const calls = saves(rowsWith());
    const { person } = await open("system");
    const section = await card("SMTP");
    expect(within(section).getByLabelText("Password or token")).toHaveValue("Set");
    await person.click(within(section).getByRole("button", { name: "Clear Password or token" }));
    expect(within(section).getByLabelText("Password or token")).toHaveValue("Will be cleared when you save");
    await person.click(within(section).getByRole("button", { name: "Undo" }));
    await person.click(within(section).getByRole("button", { name: "Replace" }));
    await person.type(within(section).getByLabelText("Password or token"), "new one");
    await person.click(within(section).getByRole("button", { name: "Save" }));
    await screen.findByText("SMTP saved.");
    await person.type(within(section).getByLabelText("Server"), "mail.example");
    await person.click(within(section).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map((call) => (call.body as { values: object }).values)).toEqual([
      { SMTPToken: "new one" },
      { SMTPServer: "mail.example" },
    ]);
  });
});

describe("an administrator", () => {
  it("sees the super administrator's settings read-only", async () => {
    await open("system", anAdmin());
    const section = await card("GitHub OAuth");
    expect(within(section).getByText(/only a super administrator/)).toBeVisible();
    expect(within(section).getByLabelText("Client ID")).toBeDisabled();
    expect(within(section).getByRole("switch", { name: "GitHub sign-in" })).toBeDisabled();
    expect(within(section).queryByRole("button", { name: "Check credentials" })).toBeNull();
  });

  it("saves their own settings", async () => {
    const calls = saves();
    const { person } = await open("site", anAdmin());
    const section = await card("Announcement");
    await person.type(within(section).getByRole("textbox", { name: "Announcement" }), "# Hello");
    expect(await within(section).findByRole("heading", { name: "Hello" })).toBeVisible();
    await person.click(within(section).getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(calls[0]?.body).toEqual({ values: { Notice: "# Hello" }, seen: { Notice: "" } }),
    );
  });
});

describe("finding a setting", () => {
  it("opens its tab and field, also by words of its help", async () => {
    const { person, location } = await open();
    await card("General");
    await person.type(screen.getByLabelText("Find a setting"), "starttls");
    await person.click(await screen.findByRole("option", { name: /Port/ }));
    await waitFor(() => expect(screen.getByLabelText("Port")).toHaveFocus());
    expect(location()).toBe("/panel/setting?tab=system");
  });
});

describe("changes that are not saved", () => {
  it("survive switching tabs, are marked, and prompt before the page is left", async () => {
    const { person, goBack, location } = await open();
    const section = await card("Response cache");
    await person.click(within(section).getByRole("switch", { name: "Response cache" }));
    await person.click(screen.getByRole("tab", { name: "System" }));
    expect(
      within(screen.getByRole("tab", { name: /Operations/ })).getByRole("img", { name: "Unsaved changes" }),
    ).toBeVisible();
    await goBack();
    expect(location()).toBe("/panel/setting");
    expect(await screen.findByRole("switch", { name: "Response cache" })).not.toBeChecked();
    await person.click(screen.getByRole("link", { name: "Model pricing" }));
    const question = await screen.findByRole("alertdialog");
    await person.click(within(question).getByRole("button", { name: "Discard" }));
    expect(await screen.findByText("at /panel/pricing")).toBeVisible();
  });
});

describe("tests of services", () => {
  it("use the form's values and show the response", async () => {
    const calls = answer(testService, { fault: null, status: 200, facts: { issuer: "https://id.example" } });
    const { person } = await open("system");
    const section = await card("OIDC");
    await person.type(within(section).getByLabelText("Issuer"), "https://id.example");
    await person.click(within(section).getByRole("button", { name: "Check discovery" }));
    expect(await within(section).findByText("https://id.example")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ values: { OIDCIssuer: "https://id.example" } });
    answer(testService, { fault: "bad_status", status: 503, facts: {} });
    await person.click(within(section).getByRole("button", { name: "Check discovery" }));
    expect(await within(section).findByText("The service returned status 503.")).toBeVisible();
  });

  it("send a mail and show the server's rejection in place", async () => {
    reject(sendTestMail, "mail.refused", { params: { reason: "535 no" } });
    const mail: Mail = {
      id: 1,
      created_time: aMoment,
      kind: "verification",
      recipient: "ada@example.com",
      language: "en_US",
      status: "failed",
      attempts: 3,
      next_time: 0,
      sent_time: 0,
      last_error: "550 no such user",
    };
    answer(listMails, aPage([mail]));
    const { person } = await open("system");
    const section = await card("SMTP");
    await person.click(within(section).getByRole("button", { name: "Send test email" }));
    expect(await within(section).findByText(/535 no/)).toBeVisible();
    await person.click(within(section).getByRole("button", { name: /Recent emails/ }));
    expect(await within(section).findByText("550 no such user")).toBeVisible();
  });
});

describe("chat links", () => {
  it("are edited as rows or JSON, larger sort first, and invalid ones are marked", async () => {
    const calls = saves();
    const { person } = await open("chat");
    const section = await card("Chat links");
    expect(within(section).getByLabelText("Name of link 1")).toHaveValue("Agent Beta");
    await person.click(within(section).getByRole("button", { name: "Add link" }));
    await person.type(within(section).getByLabelText("Name of link 1"), "Ours");
    await person.type(within(section).getByLabelText("URL of link 1"), "javascript:alert(1)");
    await person.click(within(section).getByRole("button", { name: "Save" }));
    expect(await within(section).findByText(/^Enter a web or app URL/)).toBeVisible();
    await person.click(within(section).getByRole("button", { name: "Edit as JSON" }));
    const json = within(section).getByLabelText("Chat links as JSON");
    await person.clear(json);
    await person.click(json);
    await person.paste('[{"name":"A","url":"https://a.example/","show":true,"sort":1}');
    expect(within(section).getByText("Invalid JSON at line 1, column 62.")).toBeVisible();
    await person.paste("]");
    await person.click(within(section).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      values: { ChatLinks: [{ name: "A", url: "https://a.example/", show: true, sort: 1 }] },
    });
  });
});

describe("discounts", () => {
  it("are rows of amounts and prices or JSON; an invalid row is named, and only a valid table is saved", async () => {
    answer(listSettings, rowsWith({ RechargeDiscount: '{"100":0.95}' }));
    const calls = saves();
    const { person } = await open();
    const section = within(await card("Top-ups"));
    expect(section.getByText("5% off: $95.00")).toBeVisible();
    await person.click(section.getByRole("button", { name: "Add amount" }));
    await person.type(section.getByLabelText("Top-up of row 2"), "100");
    await person.type(section.getByLabelText("Price of row 2"), "90");
    expect(section.getByText("Row 2: the amount is already in the list.")).toBeVisible();
    await person.click(section.getByRole("button", { name: "Save" }));
    expect(calls).toHaveLength(0);
    await person.type(section.getByLabelText("Top-up of row 2"), "0");
    await person.clear(section.getByLabelText("Price of row 2"));
    await person.type(section.getByLabelText("Price of row 2"), "120");
    expect(section.getByText("Row 2: enter a percentage above 0, up to 100.")).toBeVisible();
    await person.clear(section.getByLabelText("Price of row 2"));
    await person.type(section.getByLabelText("Price of row 2"), "87.5");
    await person.click(section.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({
      values: { RechargeDiscount: { "100": 0.95, "1000": 0.875 } },
      seen: { RechargeDiscount: '{"100":0.95}' },
    });
  });

  it("as JSON name the rejected entry", async () => {
    const calls = saves();
    const { person } = await open();
    const section = within(await card("Top-ups"));
    await person.click(section.getByRole("button", { name: "Edit as JSON" }));
    const json = section.getByLabelText("Discounts as JSON");
    const type = async (text: string) => {
      await person.clear(json);
      await person.click(json);
      await person.paste(text);
      await person.click(section.getByRole("button", { name: "Save" }));
    };
    await type('{"50": 1.5}');
    expect(await section.findByText("50: Must be 1 or less.")).toBeVisible();
    await type('{"50": 0.98}');
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({ values: { RechargeDiscount: { "50": 0.98 } } }),
    );
  });
});

describe("cleaning the logs", () => {
  it("asks for confirmation, repeats until all rows are deleted, and shows the number", async () => {
    const answers = [
      { deleted: 1000, done: false },
      { deleted: 1234, done: true },
    ];
    const calls = answer(deleteLogs, () => answers.shift() ?? { deleted: 0, done: true });
    const { person } = await open();
    const section = await card("Logs");
    await person.click(within(section).getByRole("button", { name: "Delete older entries" }));
    const question = await screen.findByRole("alertdialog");
    expect(calls).toHaveLength(0);
    await person.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("1,234 log entries deleted.")).toBeVisible();
    expect(calls).toHaveLength(2);
  });

  it("deletes nothing for an invalid day, and shows an error", async () => {
    const { person } = await open();
    const section = within(await card("Logs"));
    const day = section.getByRole("textbox", { name: "Before" });
    await person.clear(day);
    expect(section.getByRole("button", { name: "Delete older entries" })).toBeDisabled();
    await person.type(day, "2026-02-30");
    expect(section.getByText("Enter the date as YYYY-MM-DD.")).toBeVisible();
    expect(section.getByRole("button", { name: "Delete older entries" })).toBeDisabled();
  });
});

it("shows why settings cannot be loaded and retries", async () => {
  unreachable(listSettings);
  const { person } = await open();
  expect(await screen.findByText("Could not be loaded")).toBeVisible();
  answer(listSettings, rowsWith());
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await card("Response cache")).toBeVisible();
});
