/** Elements of Matroska by their ids. */
const elements = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Elements that are entered instead of skipped; their size does not matter, and recorders leave it out. */
const outer: ReadonlySet<number> = new Set([
  elements.segment,
  elements.info,
  elements.cluster,
  elements.group,
]);

/** 20 milliseconds per block: more than five hours. */
const elementsMost = 1_000_000;

/**
 * Seconds of a WebM or Matroska file: from its header, or up to its last block.
 * @throws RangeError for a truncated element
 */
export function readWebmSeconds(bytes: Buffer): number | undefined {
  let scale = 1_000_000;
  let longest = 0;
  let cluster = 0;
  for (let at = 0, count = 0; at < bytes.length && count < elementsMost; count += 1) {
    const id = readNumber(bytes, at, false);
    if (!id || at + id.length >= bytes.length) break;
    const size = readNumber(bytes, at + id.length, true);
    if (!size) break;
    const start = at + id.length + size.length;
    at = start;
    if (outer.has(id.value)) continue;
    at += size.value;
    if (id.value === elements.scale) scale = bytes.readUIntBE(start, Math.min(size.value, 6));
    else if (id.value === elements.duration)
      longest = Math.max(longest, size.value === 4 ? bytes.readFloatBE(start) : bytes.readDoubleBE(start));
    else if (id.value === elements.clusterTime) cluster = bytes.readUIntBE(start, Math.min(size.value, 6));
    else if (id.value === elements.block || id.value === elements.simpleBlock) {
      const track = readNumber(bytes, start, true)?.length ?? 1;
      longest = Math.max(longest, cluster + bytes.readInt16BE(start + track));
    }
  }
  return longest > 0 ? (longest * scale) / 1e9 : undefined;
}

/** A number whose first byte encodes its length. Ids keep that marker, sizes do not. */
function readNumber(
  bytes: Buffer,
  at: number,
  isSize: boolean,
): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) return undefined;
  let value = isSize ? first & (0xff >> length) : first;
  for (let next = 1; next < length; next += 1) value = value * 256 + bytes.readUInt8(at + next);
  return { value, length };
}
