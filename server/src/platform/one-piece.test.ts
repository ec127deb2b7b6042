import { expect, it } from "vitest";
import { onePiece, onePieceBytes, onePieceText } from "./one-piece.ts";

const bytesOf = (text: string | undefined): Buffer => Buffer.from(text ?? "missing", "latin1");

it("keeps every byte of a text or a buffer", () => {
  for (const text of ["", '{"model":"m"}', "é", "名前 🦊", "\u0000\u007f\u0080ÿ", "half \ud83e"]) {
    expect(bytesOf(onePiece(text))).toEqual(Buffer.from(text));
    expect(bytesOf(onePiece(Buffer.from(text)))).toEqual(Buffer.from(text));
  }
});

it("returns nothing for more bytes than one write should contain, however many characters they are", () => {
  expect(onePiece("a".repeat(onePieceText))).toHaveLength(onePieceText);
  expect(onePiece(Buffer.alloc(onePieceBytes))).toHaveLength(onePieceBytes);
  expect(onePiece(Buffer.alloc(onePieceBytes + 1))).toBeUndefined();
  for (const long of ["a".repeat(onePieceText + 1), "é".repeat(onePieceText / 2 + 1)]) {
    expect(onePiece(long)).toBeUndefined();
    expect(onePiece(Buffer.from(long))).toBeUndefined();
  }
});
