import type {
  CaptureBodies,
  CaptureForm,
  CaptureHead,
  CaptureState,
  CaptureTarget,
} from "@tollgate/contract/captures";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import {
  type CaptureRepository,
  type CaptureTargetRow,
  captureTargetsAt,
  createCaptureRepository,
} from "../../storage/repositories/capture-repository.ts";
import type { LogRepository } from "../../storage/repositories/log-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import { openBody, sealBody } from "./pack-body.ts";
import { mayCapture, mayReadOf } from "./policy.ts";
import { redact } from "./redact.ts";

/** A body as the relay received it. */
export interface CapturedBody {
  /** Content type. */
  type: string;
  /** The beginning of the body, or all of it. */
  beginning: Buffer;
  /** Length of the whole body. */
  bytes: number;
}

export interface CapturedCall {
  requestId: string;
  /** Epoch seconds. */
  createdAt: number;
  userId: number;
  /** Keys of the channel, which must not be in a stored body. */
  secrets: readonly string[];
  request: CapturedBody;
  response: CapturedBody;
}

/** Bodies of calls, captured on request of a super administrator: sealed, without keys, for a limited time. */
export interface CaptureService {
  /** All active captures; token names are empty where the actor may not read their owner's bodies. */
  state(actor: Actor): Promise<CaptureState>;
  /** @throws AppError auth.forbidden, token.not_found, channel.not_found */
  start(actor: Actor, form: CaptureForm): Promise<CaptureTarget>;
  /** @throws AppError auth.forbidden, capture.not_found */
  stop(actor: Actor, id: number): Promise<void>;
  /** The user's own tokens that are captured. */
  ownTokens(actor: Actor): Promise<{ token_id: number; until: number }[]>;
  /** @throws AppError auth.forbidden, log.not_found */
  head(actor: Actor, logId: number): Promise<CaptureHead | null>;
  /**
   * Writes an audit entry.
   * @throws AppError auth.forbidden, log.not_found, capture.not_found
   */
  read(actor: Actor, logId: number): Promise<CaptureBodies>;
  /** Stores a call's bodies; drops them once all captures together are too large. */
  keep(call: CapturedCall): Promise<void>;
  /** Deletes captures older than `time` (epoch seconds), e.g. with their log rows. */
  deleteBefore(time: number): Promise<void>;
  /** By schedule: deletes what is older than the retention. */
  prune(): Promise<void>;
}

export interface CaptureDependencies {
  database: Database;
  captures: CaptureRepository;
  logs: Pick<LogRepository, "find">;
  users: UserRepository;
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
  changeNotice: ChangeNotice;
  settings: Pick<SettingsService, "current">;
}

/** Sealed bodies of all captures together; beyond it new ones are dropped until old ones are deleted. */
export const captureBytesMost = 512 * 1024 * 1024;
/** Seconds after which the sum is read again: other processes store and delete captures too. */
const sumSeconds = 300;
const hourSeconds = 3600;
const daySeconds = 86_400;
const batch = 100;

export function createCaptureService(deps: CaptureDependencies): CaptureService {
  const { database, captures, clock, secretBox } = deps;
  /**
   * The sum of this process's last query plus what it stored since; undefined before the first capture. Replaced when
   * rows are deleted: a capture that is being stored then counts for no later sum.
   */
  let stored: { bytes?: number; until: number } = { until: 0 };

  const rejectOthers = (actor: Actor): void => {
    if (!mayCapture(actor, deps.settings.current())) throw new AppError("auth.forbidden");
  };

  async function named(rows: CaptureTargetRow[]): Promise<CaptureTarget[]> {
    const ids = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.target_id);
    const names = {
      token: new Map((await captures.tokensOf(ids("token"))).map(({ id, name }) => [id, name])),
      channel: new Map((await captures.channelsOf(ids("channel"))).map(({ id, name }) => [id, name])),
    };
    return rows.map(({ kind: text, ...row }) => {
      const kind = text === "channel" ? "channel" : "token";
      return { ...row, kind, target_name: names[kind].get(row.target_id) ?? "" };
    });
  }

  /** True for a channel, a deleted token, and a token of a user whose bodies the actor may read. */
  async function mayKnow(actor: Actor, { kind, target_id }: CaptureTargetRow): Promise<boolean> {
    if (kind === "channel") return true;
    const [token] = await captures.tokensOf([target_id]);
    return token === undefined || mayReadOf(actor, await deps.users.find(token.user_id));
  }

  /** The row's request id, if the actor may read what its user said. */
  async function requestOf(actor: Actor, logId: number): Promise<string> {
    rejectOthers(actor);
    const row = await deps.logs.find(logId);
    if (!row) throw new AppError("log.not_found");
    if (!mayReadOf(actor, await deps.users.find(row.user_id))) throw new AppError("auth.forbidden");
    return row.request_id;
  }

  async function deleteBefore(time: number): Promise<void> {
    while ((await captures.deleteBefore(time, batch)) === batch);
    stored = { until: 0 };
  }

  return {
    async state(actor) {
      const rows = await captureTargetsAt(database.queries, clock.now());
      const targets = await Promise.all(
        (await named(rows)).map(async (target, index) => {
          const row = rows[index];
          return row && (await mayKnow(actor, row)) ? target : { ...target, target_name: "" };
        }),
      );
      return { allowed: mayCapture(actor, deps.settings.current()), targets };
    },

    async start(actor, { kind, target_id, hours }) {
      rejectOthers(actor);
      const [found] =
        kind === "token" ? await captures.tokensOf([target_id]) : await captures.channelsOf([target_id]);
      if (!found) throw new AppError(kind === "token" ? "token.not_found" : "channel.not_found");
      if ("user_id" in found && !mayReadOf(actor, await deps.users.find(Number(found.user_id))))
        throw new AppError("auth.forbidden");
      const now = clock.now();
      const until = now + hours * hourSeconds;
      const row = await database.transaction(async (queries) => {
        const target = { type: kind, id: target_id, name: found.name };
        await deps.audit.record(queries, actor, { action: "capture.start", target, detail: { hours } });
        const values = { kind, target_id, until, created_at: now, created_by: actor.username };
        return createCaptureRepository(queries).putTarget(values);
      });
      await deps.changeNotice.announce("settings");
      return { ...row, kind, target_name: found.name };
    },

    async stop(actor, id) {
      rejectOthers(actor);
      const row = await captures.findTarget(id);
      const [target] = row ? await named([row]) : [];
      if (!row || !target) throw new AppError("capture.not_found");
      if (!(await mayKnow(actor, row))) throw new AppError("auth.forbidden");
      await database.transaction(async (queries) => {
        await createCaptureRepository(queries).deleteTarget(id);
        const about = { type: target.kind, id: target.target_id, name: target.target_name };
        await deps.audit.record(queries, actor, { action: "capture.stop", target: about });
      });
      await deps.changeNotice.announce("settings");
    },

    async ownTokens(actor) {
      const active = await captureTargetsAt(database.queries, clock.now());
      const rows = active.filter((row) => row.kind === "token");
      const tokens = await captures.tokensOf(rows.map((row) => row.target_id));
      const own = new Set(tokens.filter((token) => token.user_id === actor.id).map((token) => token.id));
      return rows
        .filter((row) => own.has(row.target_id))
        .map((row) => ({ token_id: row.target_id, until: row.until }));
    },

    async head(actor, logId) {
      const row = await captures.findHead(await requestOf(actor, logId));
      return row ? { created_at: row.created_at, ...readHead(row.head) } : null;
    },

    async read(actor, logId) {
      const row = await captures.find(await requestOf(actor, logId));
      if (!row) throw new AppError("capture.not_found");
      await deps.audit.recordAlone(actor, {
        action: "capture.read",
        target: { type: "log", id: logId },
        detail: { request_id: row.request_id, user_id: row.user_id },
      });
      const { request, response } = readHead(row.head);
      const open = (sealed: string, part: string): Promise<string> =>
        openBody(secretBox, sealed, sealedColumns.capture(row.request_id, part));
      return {
        created_at: row.created_at,
        request: { ...request, text: await open(row.request_encrypted, "request") },
        response: { ...response, text: await open(row.response_encrypted, "response") },
      };
    },

    async keep({ requestId, createdAt, userId, secrets, request, response }) {
      const now = clock.now();
      if (stored.until <= now) stored = { until: now + sumSeconds };
      const own = stored;
      if (own.bytes === undefined) {
        const total = await captures.totalBytes();
        // A concurrent capture may have read it first, and added its own bytes.
        own.bytes ??= total;
      }
      if (own.bytes >= captureBytesMost) return;
      const seal = (body: CapturedBody, part: string): Promise<string> =>
        sealBody(secretBox, textOf(body, secrets), sealedColumns.capture(requestId, part));
      const sealed = {
        request_encrypted: await seal(request, "request"),
        response_encrypted: await seal(response, "response"),
      };
      const bytes = sealed.request_encrypted.length + sealed.response_encrypted.length;
      own.bytes += bytes;
      const head = JSON.stringify({ request: sizeOf(request), response: sizeOf(response) });
      await captures.insert({
        request_id: requestId,
        created_at: createdAt,
        user_id: userId,
        head,
        bytes,
        ...sealed,
      });
    },

    deleteBefore,

    prune: () => deleteBefore(clock.now() - deps.settings.current().CaptureRetentionDays * daySeconds),
  };
}

type Sizes = Pick<CaptureHead, "request" | "response">;

/** As `keep` wrote it. */
const readHead = (text: string): Sizes => JSON.parse(text) as Sizes;

const isText = ({ type }: CapturedBody): boolean => /json|text|event-stream|xml|urlencoded/i.test(type);

/** Media are not stored: their bytes are of no use to a reader. */
function textOf(body: CapturedBody, secrets: readonly string[]): string {
  return isText(body) ? redact(body.beginning.toString("utf8").toWellFormed(), secrets) : "";
}

function sizeOf(body: CapturedBody): CaptureHead["request"] {
  const complete = body.bytes === 0 || (isText(body) && body.beginning.length === body.bytes);
  return { type: body.type.slice(0, 200), bytes: body.bytes, complete };
}
