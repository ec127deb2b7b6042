import { readUserBudget } from "../../src/storage/repositories/budget-columns.ts";
import type { TransactionQueries } from "../../src/storage/database.ts";
import { insertSystemLog, type SystemLog } from "../../src/storage/repositories/insert-system-log.ts";
import { createRechargeRepository } from "../../src/storage/repositories/recharge-repository.ts";
import { createTokenAdminRepository } from "../../src/storage/repositories/token-admin-repository.ts";
import { createTokenKeyRepository } from "../../src/storage/repositories/token-key-repository.ts";
import { createTokenRepository } from "../../src/storage/repositories/token-repository.ts";
import { createTokenUsageRepository } from "../../src/storage/repositories/token-usage-repository.ts";
import { createUserAdminRepository } from "../../src/storage/repositories/user-admin-repository.ts";
import { createUserGroupRepository } from "../../src/storage/repositories/user-group-repository.ts";
import { createUserRepository } from "../../src/storage/repositories/user-repository.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const page = { page: 2, size: 20, order: [{ field: "name", descending: true }] };
const own = { userId: 1, keyword: "", status: 0, now: 5 };
const any = { ...own, userId: 0, tokenId: 0, byKey: undefined, roleBelow: undefined };

export const userCases = {
  "token-repository": defineCases(({ database }) => createTokenRepository(database.queries), {
    find: (tokens) => tokens.find(1, 2),
    named: (tokens) => tokens.named(1, "name"),
    findMany: (tokens) => tokens.findMany(1, [2, 3]),
    findKey: (tokens) => tokens.findKey(1, 2),
    page: {
      "of a user": (tokens) => tokens.page(page, own),
      "by keyword and key": (tokens) =>
        tokens.page(page, { ...own, keyword: "k", byKey: { hash: "hash", hint: "abcd" } }),
      "that can be used": (tokens) => tokens.page(page, { ...own, status: 1 }),
      "that are disabled": (tokens) => tokens.page(page, { ...own, status: 2 }),
      "that have expired": (tokens) => tokens.page(page, { ...own, status: 3 }),
      "that are exhausted": (tokens) => tokens.page(page, { ...own, status: 4 }),
    },
    anyOfAnybody: (tokens) => tokens.anyOfAnybody(),
    deleteOfUser: (tokens) => tokens.deleteOfUser(1, 5),
    insertBelow: (tokens) => tokens.insertBelow(newRow("tokens"), 100),
    update: (tokens) => tokens.update(1, [2, 3], { status: 1 }),
    replaceKey: (tokens) =>
      tokens.replaceKey(
        { userId: 1, id: 2, keyHash: "hash" },
        { key_hash: "new", key_encrypted: "", key_hint: "", old_key_hash: "hash", old_key_expires: 9 },
      ),
  }),
  "token-admin-repository": defineCases(({ database }) => createTokenAdminRepository(database.queries), {
    find: (tokens) => tokens.find(1),
    page: {
      "of everyone": (tokens) => tokens.page(page, any),
      "by every field": (tokens) =>
        tokens.page(page, {
          userId: 1,
          tokenId: 2,
          keyword: "k",
          status: 1,
          byKey: { hash: "hash", hint: "abcd" },
          roleBelow: 10,
          now: 5,
        }),
    },
    update: {
      "whatever the owner's role": (tokens) => tokens.update(1, { status: 2 }, undefined),
      "of an owner of a lower role": (tokens) => tokens.update(1, { deleted_time: 5 }, 10),
    },
  }),
  "token-key-repository": defineCases(({ database }) => createTokenKeyRepository(database.queries), {
    find: (tokens) => tokens.find("hash", 5),
  }),
  "token-usage-repository": defineCases(({ database }) => createTokenUsageRepository(database.queries), {
    readable: {
      "by root": (usage) => usage.readable(1, [2, 3], undefined),
      "by another": (usage) => usage.readable(1, [2, 3], 10),
    },
    days: (usage) => usage.days([2, 3], 86_400),
  }),
  "budget-columns": defineCases(
    ({ database }) => ({ readUserBudget: () => readUserBudget(database.queries, 1) }),
    { readUserBudget: (budgets) => budgets.readUserBudget() },
  ),
  "user-repository": defineCases(({ database }) => createUserRepository(database.queries), {
    find: (users) => users.find(1),
    findByAccessTokenHash: (users) => users.findByAccessTokenHash("hash"),
    findByUsername: (users) => users.findByUsername("name"),
    findByEmail: (users) => users.findByEmail("a@example.com"),
    findByLink: (users) => users.findByLink("github_id", "1"),
    findByOldGitHubLogin: (users) => users.findByOldGitHubLogin("login"),
    link: (users) => users.link(1, { column: "github_id", value: "1", githubLogin: "login" }),
    unlink: {
      "of GitHub": (users) => users.unlink(1, "github_id"),
      "of another service": (users) => users.unlink(1, "lark_id"),
    },
    lock: (users) => users.lock(1),
    hasWayIn: (users) =>
      users.hasWayIn(1, { password: true, passkeys: true, columns: ["github_id", "oidc_id"] }),
    findByAffCode: (users) => users.findByAffCode("code"),
    findWhichSecrets: (users) => users.findWhichSecrets(1),
    findPasswordHash: (users) => users.findPasswordHash(1),
    findIdsByUsername: (users) => users.findIdsByUsername("name"),
    any: (users) => users.any(),
    insert: (users) => users.insert(newRow("users")),
    findReachable: (users) => users.findReachable(10),
    spendersSince: (users) => users.spendersSince(3600),
    reminded: (users) => users.reminded(),
    setReminded: (users) => users.setReminded(1, 1),
    withWelcomeDue: (users) => users.withWelcomeDue(5, 100),
    giveAffCode: (users) => users.giveAffCode(1, "code"),
    updateBelow: {
      "whatever the role": (users) => users.updateBelow(1, { status: 2 }, undefined),
      "of a user of a lower role": (users) => users.updateBelow(1, { status: 2 }, 10),
    },
    update: (users) => users.update(1, { status: 2, display_name: "name" }),
  }),
  "user-admin-repository": defineCases(({ database }) => createUserAdminRepository(database.queries), {
    find: (users) => users.find(1),
    findIdByName: (users) => users.findIdByName("name"),
    page: {
      "of all": (users) => users.page(page, { keyword: "", role: 0, status: 0, group: "" }),
      "by every field": (users) => users.page(page, { keyword: "k", role: 1, status: 1, group: "vip" }),
    },
    isLast: (users) => users.isLast(100, 1),
    markDeleted: (users) => users.markDeleted({ id: 1, username: "name" }, 5, 10),
  }),
  "insert-system-log": defineCases(
    ({ database }) => ({
      insertSystemLog: (log: SystemLog) =>
        insertSystemLog(database.queries as unknown as TransactionQueries, log),
    }),
    {
      insertSystemLog: (logs) =>
        logs.insertSystemLog({ user_id: 1, username: "name", created_at: 5, content: "Something" }),
    },
  ),
  "recharge-repository": defineCases(
    ({ database }) =>
      createRechargeRepository(database.queries as unknown as TransactionQueries, database.dialect),
    {
      groups: (recharge) => recharge.groups(),
      lockUser: (recharge) => recharge.lockUser(1),
      recharged: (recharge) => recharge.recharged(1),
      setGroup: (recharge) => recharge.setGroup(1, "vip"),
    },
  ),
  "user-group-repository": defineCases(({ database }) => createUserGroupRepository(database.queries), {
    find: (groups) => groups.find(1),
    findBySymbol: (groups) => groups.findBySymbol("vip"),
    all: (groups) => groups.all(),
    use: (groups) => groups.use(1),
    page: {
      "of all": (groups) => groups.page(page, ""),
      "by keyword": (groups) => groups.page(page, "k"),
    },
    insert: (groups) => groups.insert(newRow("user_groups")),
    insertMissing: (groups) => groups.insertMissing([newRow("user_groups"), newRow("user_groups")]),
    update: (groups) => groups.update(1, { ratio: 2 }),
    setRatio: (groups) => groups.setRatio("vip", 2),
    delete: (groups) => groups.delete(1),
  }),
};
