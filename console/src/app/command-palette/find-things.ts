import { type Access, hasAccess, mayActOn } from "@tollgate/contract/access";
import { searchTokens } from "@tollgate/contract/admin-tokens";
import { channelStatus } from "@tollgate/contract/channel-fields";
import { listChannels } from "@tollgate/contract/channels";
import { listLogs, listOwnLogs } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { listTokens, type Token, tokenStatus } from "@tollgate/contract/tokens";
import { listUsers, userStatus } from "@tollgate/contract/users";
import { call } from "../../lib/api-client";
import { loadNamespace } from "../../lib/i18n/i18n";
import { paths } from "../paths";

/** Kinds of things that the palette finds, in the order of their groups: keys `palette.<kind>` of the shell's texts. */
export const thingKinds = ["channels", "users", "tokens", "models", "settings", "requests"] as const;
export type ThingKind = (typeof thingKinds)[number];

/** What can be done with a thing without opening it. */
export type ThingAct =
  | { act: "switch_channel" | "switch_token" | "switch_any_token"; id: number; name: string; on: boolean }
  | { act: "test_channel"; id: number; name: string }
  | { act: "add_credit"; id: number };

/** One thing that was found. */
export interface Thing {
  kind: ThingKind;
  id: string;
  label: string;
  /** Distinguishes it from others with the same name. */
  detail: string;
  /** The thing is disabled. */
  disabled?: boolean;
  /** Where it is opened. */
  path: string;
  /** By the keys of `actionKeys`, in their order. */
  acts: ThingAct[];
}

interface Finder {
  access: Access;
  find(text: string, viewer: Viewer, signal: AbortSignal): Promise<Thing[]>;
}

export interface Viewer {
  id: number;
  role: number;
  isAdmin: boolean;
}

/** Maximum results of a kind; the list has the rest. */
const most = 5;

/** Format of request ids: the time in milliseconds, a counter, random letters. */
const requestId = /^\d{17}[0-9A-Za-z]{11,14}$/;

export const finders: Record<ThingKind, Finder> = {
  channels: {
    access: "admin",
    async find(keyword, _viewer, signal) {
      const page = await call(listChannels, { query: { keyword, size: most }, signal });
      return page.data.map(({ id, name, status, tag }): Thing => {
        const on = status === channelStatus.enabled;
        return {
          kind: "channels",
          id: `channel ${id}`,
          label: name,
          detail: [`#${id}`, tag].filter(Boolean).join(" · "),
          disabled: !on,
          path: `${paths.channels}/${id}`,
          acts: [
            { act: "switch_channel", id, name, on: !on },
            { act: "test_channel", id, name },
          ],
        };
      });
    },
  },

  users: {
    access: "admin",
    async find(keyword, viewer, signal) {
      const page = await call(listUsers, { query: { keyword, size: most }, signal });
      const actor = { id: viewer.id, role: viewer.role };
      return page.data.map((user): Thing => {
        const mayAct = mayActOn(actor, user);
        // Users of the same role are listed without details.
        const query = mayAct || user.id === actor.id ? { user: String(user.id) } : { keyword: user.username };
        return {
          kind: "users",
          id: `user ${user.id}`,
          label: user.username,
          detail: [`#${user.id}`, user.display_name, user.email].filter(Boolean).join(" · "),
          disabled: user.status !== userStatus.enabled,
          path: `${paths.users}?${new URLSearchParams(query)}`,
          acts: mayAct ? [{ act: "add_credit", id: user.id }] : [],
        };
      });
    },
  },

  tokens: {
    access: "user",
    async find(keyword, { isAdmin }, signal) {
      const query = { keyword, size: most };
      const [own, others] = await Promise.all([
        call(listTokens, { query, signal }),
        isAdmin ? call(searchTokens, { query, signal }) : undefined,
      ]);
      const mine = new Set(own.data.map(({ id }) => id));
      return [
        ...own.data.map((token) => tokenThing(token, "")),
        ...(others?.data ?? [])
          .filter(({ id }) => !mine.has(id))
          .map((token) => tokenThing(token, token.owner_name)),
      ].slice(0, most);
    },
  },

  models: {
    access: "user",
    async find(text, { isAdmin }, signal) {
      const models = await call(listAvailableModels, { signal });
      const wanted = text.toLowerCase();
      return Object.keys(models)
        .filter((name) => name.toLowerCase().includes(wanted))
        .sort(
          (a, b) => a.toLowerCase().indexOf(wanted) - b.toLowerCase().indexOf(wanted) || a.length - b.length,
        )
        .slice(0, most)
        .map((name): Thing => {
          const list = isAdmin ? paths.pricing : paths.availableModels;
          return {
            kind: "models",
            id: `model ${name}`,
            label: name,
            detail: "",
            path: `${list}?${new URLSearchParams({ keyword: name })}`,
            acts: [],
          };
        });
    },
  },

  settings: {
    access: "admin",
    async find(text) {
      const [{ searchSettings }] = await Promise.all([
        import("../../screens/settings/search-settings"),
        loadNamespace("settings"),
      ]);
      return searchSettings(text)
        .slice(0, most)
        .map(
          ({ key, label, section, tab }): Thing => ({
            kind: "settings",
            id: `setting ${key}`,
            label,
            detail: section,
            path: `${paths.settings}?${new URLSearchParams({ tab, setting: key })}`,
            acts: [],
          }),
        );
    },
  },

  requests: {
    access: "user",
    async find(text, { isAdmin }, signal) {
      if (!requestId.test(text)) return [];
      const query = { request_id: text, size: most };
      const page = await (isAdmin ? call(listLogs, { query, signal }) : call(listOwnLogs, { query, signal }));
      return page.data.map(
        (row): Thing => ({
          kind: "requests",
          id: `request ${row.id}`,
          label: row.request_id,
          detail: [row.model_name, row.username].filter(Boolean).join(" · "),
          path: `${paths.logs}?${new URLSearchParams({ id: String(row.id), request_id: text })}`,
          acts: [],
        }),
      );
    },
  },
};

function tokenThing({ id, name, status }: Token, owner: string): Thing {
  const on = status === tokenStatus.enabled;
  const act = owner === "" ? "switch_token" : "switch_any_token";
  return {
    kind: "tokens",
    id: `token ${id}`,
    label: name,
    detail: [`#${id}`, owner].filter(Boolean).join(" · "),
    disabled: !on,
    path: `${paths.tokens}?${new URLSearchParams({ ...(owner !== "" && { view: "all" }), keyword: name })}`,
    // Expired and exhausted tokens have no switch.
    acts: on || status === tokenStatus.disabled ? [{ act, id, name, on: !on }] : [],
  };
}

/** What a role finds. */
export function kindsFor(role: number | undefined): ThingKind[] {
  return thingKinds.filter((kind) => hasAccess(role, finders[kind].access));
}
