const size = 256;

/** An image of hills under a sun, different for each number, as PNG with a palette. */
export function makeImage(number: number): Buffer {
  const rows = Buffer.alloc(size * (size + 1));
  const sunX = 60 + ((number * 53) % 136);
  const sunY = 56 + ((number * 31) % 48);
  for (let y = 0; y < size; y++) {
    // The first byte of a row is its filter: none.
    const start = y * (size + 1) + 1;
    for (let x = 0; x < size; x++) rows[start + x] = shadeAt(x, y, { number, sunX, sunY });
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", palette(number)),
    chunk("IDAT", stored(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const shades = 256;
const skyShades = 128;
const sunShade = 255;

/** Sky in the first half of the palette, two ranges of hills in the second, the sun last. */
function shadeAt(
  x: number,
  y: number,
  { number, sunX, sunY }: { number: number; sunX: number; sunY: number },
) {
  const front = 196 + 22 * Math.sin((x + number * 40) / 37);
  if (y > front) return 200 + Math.min(40, (y - front) >> 1);
  const back = 156 + 30 * Math.sin((x + number * 70) / 53) + 8 * Math.sin(x / 11);
  if (y > back) return 140 + Math.min(40, (y - back) >> 1);
  if ((x - sunX) ** 2 + (y - sunY) ** 2 < 26 ** 2) return sunShade;
  return Math.min(skyShades - 1, y >> 1);
}

function palette(number: number): Buffer {
  const colors = Buffer.alloc(shades * 3);
  const hue = (number * 67) % 360;
  for (let shade = 0; shade < shades; shade++) {
    const inSky = shade < skyShades;
    const light = inSky ? 0.86 - shade / 420 : 0.52 - (shade - skyShades) / 380;
    colors.set(rgb(hue + (inSky ? shade / 2 : 150), inSky ? 0.55 : 0.32, light), shade * 3);
  }
  colors.set(rgb(hue + 40, 0.85, 0.9), sunShade * 3);
  return colors;
}

function rgb(hue: number, saturation: number, light: number): [number, number, number] {
  const part = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    const amount = saturation * Math.min(light, 1 - light);
    return Math.round(255 * (light - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const maxBlock = 65_535;

/** A zlib stream without compression: providers import no compressor, and the image is small. */
function stored(data: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at < data.length; at += maxBlock) {
    const block = data.subarray(at, at + maxBlock);
    const head = Buffer.alloc(5);
    head[0] = at + maxBlock >= data.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(head, block);
  }
  const check = Buffer.alloc(4);
  check.writeUInt32BE(adler32(data), 0);
  return Buffer.concat([...parts, check]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function adler32(data: Buffer): number {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

const sampleRate = 8000;
const notes = [262, 294, 330, 392, 440, 523];
const noteSamples = sampleRate / 2;

/** Four seconds of plucked notes, different for each number, as WAV. */
export function makeSong(number: number): Buffer {
  const samples = noteSamples * 8;
  const file = Buffer.alloc(44 + samples, 128);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + samples, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at++) {
    const beat = Math.floor(at / noteSamples);
    const frequency = notes[(beat * (number + 2) + number) % notes.length] ?? 262;
    const fade = 1 - (at % noteSamples) / noteSamples;
    file[44 + at] = 128 + Math.round(60 * fade * Math.sin((2 * Math.PI * frequency * at) / sampleRate));
  }
  return file;
}
