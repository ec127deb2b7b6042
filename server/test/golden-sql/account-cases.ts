import {
  createAuditRepository,
  insertAuditEntries,
  type NewAuditEntry,
} from "../../src/storage/repositories/audit-repository.ts";
import { createMailRepository } from "../../src/storage/repositories/mail-repository.ts";
import { createOneTimeCodeRepository } from "../../src/storage/repositories/one-time-code-repository.ts";
import { createPasskeyRepository } from "../../src/storage/repositories/passkey-repository.ts";
import { createRecoveryCodeRepository } from "../../src/storage/repositories/recovery-code-repository.ts";
import { readRootAccess } from "../../src/storage/repositories/root-access-repository.ts";
import { createTwoFactorRepository } from "../../src/storage/repositories/two-factor-repository.ts";
import { createAnnouncementRepository } from "../../src/storage/repositories/announcement-repository.ts";
import { createEventRepository } from "../../src/storage/repositories/event-repository.ts";
import { createSessionRepository } from "../../src/storage/repositories/session-repository.ts";
import { createSignInStateRepository } from "../../src/storage/repositories/sign-in-state-repository.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const page = { page: 2, size: 20, order: [] };
const oldestFirst = { ...page, order: [{ field: "id", descending: false }] };
const everyEntry = { keyword: "", action: "", actor: "", targetType: "", targetId: "", from: 0, until: 0 };

export const accountCases = {
  "audit-repository": defineCases(
    ({ database: { queries } }) => ({
      ...createAuditRepository(queries),
      insertAuditEntries: (entries: NewAuditEntry[]) => insertAuditEntries(queries, entries),
    }),
    {
      page: {
        "of all": (audit) => audit.page(page, everyEntry),
        "by every field": (audit) =>
          audit.page(oldestFirst, {
            keyword: "k",
            action: "user.",
            actor: "name",
            targetType: "user",
            targetId: "1",
            from: 5,
            until: 9,
          }),
        "by an actor's id": (audit) => audit.page(page, { ...everyEntry, actor: "12" }),
      },
      pageConcerning: {
        "a user": (audit) => audit.pageConcerning(page, 1, ""),
        "a user, by keyword": (audit) => audit.pageConcerning(page, 1, "k"),
      },
      insertAuditEntries: (audit) =>
        audit.insertAuditEntries([newRow("audit_entries"), newRow("audit_entries")]),
    },
  ),
  "mail-repository": defineCases(({ database }) => createMailRepository(database.queries), {
    insert: (mails) => mails.insert(newRow("mails")),
    findDue: (mails) => mails.findDue(5),
    take: (mails) => mails.take(1, 5, 9),
    settleSent: (mails) => mails.settleSent(1, 5),
    settleFailed: (mails) => mails.settleFailed(1, "error"),
    postpone: (mails) => mails.postpone(1, 9, "error"),
    knows: (mails) => mails.knows("about", 5),
    stuckSince: (mails) => mails.stuckSince(5),
    page: {
      "of all": (mails) => mails.page(page, ""),
      "of a status": (mails) => mails.page(oldestFirst, "queued"),
    },
    deleteUntil: (mails) => mails.deleteUntil(5),
  }),
  "one-time-code-repository": defineCases(({ database }) => createOneTimeCodeRepository(database.queries), {
    put: (codes) => codes.put(newRow("one_time_codes"), 5),
    countGuess: (codes) => codes.countGuess("purpose", "subject", 3, 5),
    take: (codes) => codes.take("purpose", "subject", "hash", 5),
    knows: (codes) => codes.knows("purpose", "subject", "hash", 5),
    findSubject: (codes) => codes.findSubject("purpose", "hash", 5),
    takeByHash: (codes) => codes.takeByHash("purpose", "hash", 5),
    deleteOf: (codes) => codes.deleteOf("purpose", "subject"),
    deleteExpired: (codes) => codes.deleteExpired(5),
  }),
  "passkey-repository": defineCases(({ database }) => createPasskeyRepository(database.queries), {
    ofUser: (passkeys) => passkeys.ofUser(1),
    findByCredentialId: (passkeys) => passkeys.findByCredentialId("id"),
    userHasAny: (passkeys) => passkeys.userHasAny(1),
    insert: (passkeys) => passkeys.insert(newRow("passkeys")),
    rename: (passkeys) => passkeys.rename(1, 2, "alias"),
    delete: (passkeys) => passkeys.delete(1, 2),
    deleteOfUser: (passkeys) => passkeys.deleteOfUser(1),
    used: {
      "by an authenticator that counts": (passkeys) => passkeys.used(1, 4, 5),
      "by one that does not": (passkeys) => passkeys.used(1, 0, 5),
    },
    insertChallenge: (passkeys) => passkeys.insertChallenge(newRow("passkey_challenges")),
    takeChallenge: (passkeys) => passkeys.takeChallenge("hash", 1, 5),
    deleteExpiredChallenges: (passkeys) => passkeys.deleteExpiredChallenges(5),
  }),
  "recovery-code-repository": defineCases(({ database }) => createRecoveryCodeRepository(database.queries), {
    replace: (codes) => codes.replace(1, ["a", "b"], 5),
    take: (codes) => codes.take(1, "hash"),
    count: (codes) => codes.count(1),
  }),
  "root-access-repository": defineCases(
    ({ database }) => ({ readRootAccess: () => readRootAccess(database.queries) }),
    { readRootAccess: (file) => file.readRootAccess() },
  ),
  "two-factor-repository": defineCases(({ database }) => createTwoFactorRepository(database.queries), {
    find: (factors) => factors.find(1),
    begin: (factors) => factors.begin(1, "sealed"),
    confirm: (factors) => factors.confirm(1, "sealed", { now: 5, step: 2 }),
    takeStep: (factors) => factors.takeStep(1, 2),
    remove: (factors) => factors.remove(1),
  }),
  "announcement-repository": defineCases(({ database }) => createAnnouncementRepository(database.queries), {
    page: (announcements) => announcements.page({ page: 2, size: 20 }),
    has: (announcements) => announcements.has("hash"),
    publish: (announcements) => announcements.publish({ hash: "hash", text: "text", published_time: 5 }),
    correct: (announcements) => announcements.correct({ hash: "hash", text: "text" }, "previous", 5),
  }),
  "event-repository": defineCases(({ database }) => createEventRepository(database), {
    lastOrderEvent: (events) => events.lastOrderEvent(),
    orderEventsAfter: (events) => events.orderEventsAfter(5, 20),
    balancesOf: (events) => events.balancesOf([1, 2]),
  }),
  "session-repository": defineCases(({ database }) => createSessionRepository(database.queries), {
    findWithUser: (sessions) => sessions.findWithUser("hash", 5),
    signedIn: (sessions) => sessions.signedIn(["hash", "other"], 5),
    ofUser: (sessions) => sessions.ofUser(1, 5),
    findCreatedTime: (sessions) => sessions.findCreatedTime("hash", 1),
    countCode: (sessions) => sessions.countCode("hash", 3, 5),
    takePending: (sessions) => sessions.takePending("hash"),
    insert: (sessions) => sessions.insert(newRow("sessions")),
    prolong: (sessions) => sessions.prolong("hash", { last_seen_time: 5, expires_time: 9 }),
    delete: (sessions) => sessions.delete("hash"),
    forgetTwoFactors: (sessions) => sessions.forgetTwoFactors(1),
    deleteOfUser: (sessions) => sessions.deleteOfUser(1, "hash"),
    deleteExpired: (sessions) => sessions.deleteExpired(5),
  }),
  "sign-in-state-repository": defineCases(({ database }) => createSignInStateRepository(database.queries), {
    insert: (states) => states.insert(newRow("sign_in_states")),
    find: (states) => states.find("hash"),
    browserHasAny: (states) => states.browserHasAny("hash", 5),
    claim: (states) => states.claim("hash", { method: "github", until: 9, limit: 3, now: 5 }),
    release: (states) => states.release("hash", 1),
    consume: (states) => states.consume("hash", 1),
    deleteExpired: (states) => states.deleteExpired(5),
    useCode: (states) => states.useCode("hash", 9, 5),
  }),
};
