import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectSdks, type Ingress, type SdkAnswer } from "../conformance/official-sdks.ts";
import { expectBooked, openBooks } from "../conformance/expect-charged.ts";
import { frameLines } from "../conformance/feed-stream.ts";
import { createRandom, cutRandomly } from "../conformance/random-cuts.ts";
import { pathOf, type RecordedSource, recordedSources } from "../conformance/recorded-sources.ts";
import { hasRecordings, type Recording, recordingsIn, writtenAnswersIn } from "../conformance/recordings.ts";
import { type Replay, startReplay } from "../conformance/start-replay.ts";
import { expectedIn } from "../conformance/unsupported-content.ts";
import { type Answer, jsonAnswer } from "../fake-upstream/fake-upstream.ts";

/**
 * Plays every recorded chat, and some written by hand, to a running server in every caller format, whole and streamed.
 * The vendor's SDK must read the recording's content from our response, and the charge must match to the unit.
 * If both ends use the same format, the SDK's result must equal that of the recording itself.
 */
describe("recorded answers", () => {
  let replay: Replay;
  let through: Ingress[];
  let direct: Ingress[];

  beforeAll(async () => {
    replay = await startReplay();
    for (const source of recordedSources)
      await replay.add(nameOf(source), source.type, source.model, source.channel);
    through = connectSdks(replay.running.url, replay.key);
    direct = connectSdks(replay.upstream.url, "unused");
  });
  afterAll(() => replay?.stop());

  it.skipIf(!hasRecordings)("has recordings of real upstreams (skipped: not present)", () => {
    expect(hasRecordings).toBe(true);
  });

  for (const source of recordedSources)
    describe(`${source.from} as type ${source.type}`, () => {
      const answers = [...writtenAnswersIn(source.from), ...recordingsIn(source.from)].filter(isAnswer);
      it.skipIf(answers.length === 0)("has answers of this source (skipped: not present)", () => {
        expect(answers).not.toEqual([]);
      });
      for (const recording of answers)
        for (const [at, { format }] of connectSdks("http://unused.test", "unused").entries()) {
          const path = pathOf(source, format);
          if (path === "elsewhere") continue;
          it(`${recording.name} to ${format}`, async () => {
            const { running, upstream } = replay;
            upstream.answer(play(recording, source));
            const before = await openBooks(running);
            const ingress = through[at]!;
            const send = (from: Ingress, model: string): Promise<SdkAnswer> =>
              "body" in recording ? from.whole(model) : from.stream(model);
            const answer = await send(ingress, nameOf(source));
            expect(upstream.seen.map((request) => request.path)).toEqual([
              expect.stringMatching(source.path),
            ]);
            const recorded =
              "body" in recording ? source.whole(recording.body) : source.stream(recording.lines);
            await expectBooked(running, before, recorded);
            if (path === "native") {
              upstream.answer(playAsVendor(recording, source));
              expect(withoutModel(answer)).toEqual(withoutModel(await send(direct[at]!, source.model)));
              return;
            }
            expect(answer.refused).toBeUndefined();
            expect(ingress.read(answer)).toEqual(expectedIn(format, recorded).said);
          });
        }
    });
});

const nameOf = ({ from, type }: RecordedSource): string => `${from.replace("/", "-")}-${type}`;

/** Recorded errors have their own test. */
function isAnswer(recording: Recording): boolean {
  const last = "body" in recording ? recording.body : (JSON.parse(recording.lines.at(-1) ?? "{}") as unknown);
  const { error, type } = last as { error?: unknown; type?: string };
  return error == null && type !== "response.failed";
}

function play(recording: Recording, source: RecordedSource): Answer {
  if ("body" in recording) return jsonAnswer(recording.body);
  const type = source.framing.startsWith("aws") ? "application/vnd.amazon.eventstream" : "text/event-stream";
  return playBytes(frameLines(recording.lines, source.framing), type);
}

/** As the vendor of the format would send it. */
function playAsVendor(recording: Recording, source: RecordedSource): Answer {
  if ("body" in recording || source.framing !== "aws-chunks") return play(recording, source);
  return playBytes(frameLines(recording.lines, "event-and-data"), "text/event-stream");
}

/** In chunks that end anywhere, also within a character. */
function playBytes(bytes: Buffer, type: string): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": type });
    const longest = Math.max(60, Math.ceil(bytes.length / 30));
    const pieces = cutRandomly(bytes, longest, createRandom(bytes.length));
    const next = (): void => {
      const piece = pieces.shift();
      if (piece === undefined) return void response.end();
      response.write(piece);
      setImmediate(next);
    };
    next();
  };
}

/** The model's name is the caller's own. */
function withoutModel(answer: SdkAnswer): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === "model" || key === "modelVersion" ? "" : value)),
  );
}
