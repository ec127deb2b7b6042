import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { readProblems, Fixtures } from "../../../../test/conformance/read-fixtures.ts";
import type { SpeechCall } from "../../canonical/speech.ts";
import { CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";
import { escapeXml } from "./write-ssml.ts";

const channel = aChannelView({ baseUrl: "", other: "eastasia" });
const call: SpeechCall = { model: "tts-1", input: "Hello", voice: "alloy", format: "mp3" };
const build = (more: Partial<SpeechCall> = {}, view = channel) =>
  provider.speech!.buildRequest({ ...call, ...more }, view);
const markup = (more: Partial<SpeechCall>, view = channel): string => String(build(more, view).body);

/** The text that an XML parser returns. */
const unescape = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

describe("azure-speech", () => {
  it("requests audio at the region's address", () => {
    const request = build();
    expect(request.url).toBe("https://eastasia.tts.speech.microsoft.com/cognitiveservices/v1");
    expect(request.headers).toEqual({
      "content-type": "application/ssml+xml",
      accept: "*/*",
      "ocp-apim-subscription-key": "test-key",
      "x-microsoft-outputformat": "audio-16khz-128kbitrate-mono-mp3",
      "user-agent": "tollgate",
    });
    expect(request.body).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="zh-CN">' +
        '<voice name="zh-CN-YunxiNeural">Hello</voice></speak>',
    );
    expect(request.dropped).toBeUndefined();
    expect(build({}, aChannelView()).url).toBe("https://upstream.test/cognitiveservices/v1");
    for (const other of ["", "evil.test/#"])
      expect(() => build({}, { ...channel, other })).toThrow(CannotServe);
  });

  it("maps voices, with the channel's own map first", () => {
    expect(markup({ voice: "fable" })).toContain('<mstts:express-as role="Boy">Hello</mstts:express-as>');
    expect(markup({ voice: "en-US-JennyNeural" })).toMatch(/xml:lang="en-US">.*name="en-US-JennyNeural"/);
    expect(markup({ voice: "constructor" })).toContain('name="constructor"');
    const plugin = { voice: { alloy: "de-DE-KatjaNeural | Girl", echo: "" } };
    expect(markup({}, { ...channel, plugin })).toMatch(/de-DE-KatjaNeural.*role="Girl"/);
    expect(markup({ voice: "echo" }, { ...channel, plugin })).toContain("zh-CN-YunyangNeural");
  });

  it("changes the speed", () => {
    expect(markup({ speed: 1.5 })).toContain('<prosody rate="+50%">Hello</prosody>');
    expect(markup({ speed: 0.25 })).toContain('rate="-75%"');
    expect(markup({ speed: 1 })).not.toContain("prosody");
  });

  it("supports formats, and names unsupported ones", () => {
    const format = (name: string) => build({ format: name }).headers["x-microsoft-outputformat"];
    expect(format("opus")).toBe("ogg-24khz-16bit-mono-opus");
    expect(format("wav")).toBe("riff-24khz-16bit-mono-pcm");
    expect(format("audio-48khz-96kbitrate-mono-mp3")).toBe("audio-48khz-96kbitrate-mono-mp3");
    expect(build({ format: "flac", instructions: "calm" }).dropped).toEqual([
      "response_format",
      "instructions",
    ]);
    for (const name of ["mp4", "constructor", "audio-x\r\nx-evil: 1"])
      expect(() => build({ format: name })).toThrow(CannotServe);
  });

  it("reads markup aloud instead of interpreting it, for any text", () => {
    const hostile = '</voice><voice name="x">&amp;]]><!--\u0000\u000b\uffff\ud800';
    expect(markup({ input: hostile, voice: '"><evil/>' })).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="en-US">' +
        '<voice name="&quot;&gt;&lt;evil/&gt;">&lt;/voice&gt;&lt;voice name=&quot;x&quot;&gt;&amp;amp;]]&gt;&lt;!--\ufffd</voice></speak>',
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeXml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(escaped.isWellFormed()).toBe(true);
        // oxlint-disable-next-line no-control-regex -- characters that XML forbids
        const kept = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
        expect(unescape(escaped)).toBe(kept);
      }),
    );
  });

  it("returns the audio unchanged", () => {
    const answer = (type: string) => ({
      status: 200,
      headers: { "content-type": type },
      body: Buffer.from("ID3"),
    });
    expect(provider.speech!.readResponse(answer("audio/mpeg"), call)).toEqual({
      mediaType: "audio/mpeg",
      bytes: Buffer.from("ID3"),
    });
    expect(() => provider.speech!.readResponse(answer("text/html"), call)).toThrow(UnreadableAnswer);
  });

  it("reports the problem", () => {
    for (const { problem, expected } of readProblems(
      provider,
      new Fixtures(new URL("./__fixtures__/", import.meta.url)),
    ))
      expect(problem).toMatchObject(expected);
  });
});
