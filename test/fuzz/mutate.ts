import type { SeededRandom } from '../builders/seeded-random.ts';

/** Pieces that formats give a meaning to, and values at the edges of ranges. */
const tokens = [
  ...['[', ']', '{', '}', '(', ')', '"', "'", ',', ':', ';', '<', '>', '/', '\\', '\n', '\0', ' ', '&'],
  ...['-1', '0', '1e999', '-0', 'NaN', 'null', 'true', '1e-320', '9007199254740993', '180', '-180.0000001'],
  ...['4294967295', '65535', '2147483648', 'EMPTY', 'POLYGON', 'SRID=4326;', 'coordinates', '<![CDATA['],
  ...['\u202e', '\ufeff', '\ud800', '&#0;', '&amp;', '../', '__proto__', 'constructor', 'PK\u0001\u0002'],
];
const maxLength = 1_000_000;

/** A damaged copy: bits flipped, pieces cut out, repeated, exchanged with those of `other`, and tokens put in. */
export function mutate(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  let mutated = Buffer.from(bytes);
  for (let count = random.between(1, 6); count > 0; count -= 1) {
    mutated = mutateOnce(mutated, other, random).subarray(0, maxLength) as Buffer<ArrayBuffer>;
  }
  return mutated;
}

function mutateOnce(bytes: Buffer, other: Uint8Array, random: SeededRandom): Buffer {
  const at = random.between(0, bytes.length);
  const end = Math.min(bytes.length, at + random.between(0, random.pick([1, 4, 64, 4096])));
  const [head, piece, tail] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  const otherAt = random.between(0, other.length);
  switch (random.between(0, 6)) {
    case 0:
      if (at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.between(0, 7)), at);
      return bytes;
    case 1:
      if (at < bytes.length) bytes.writeUInt8(random.pick([0, 1, 0x20, 0x2c, 0x7f, 0x80, 0xff]), at);
      return bytes;
    case 2:
      return Buffer.concat([head, tail]);
    case 3:
      return Buffer.concat([head, ...Array.from({ length: random.pick([2, 3, 50]) }, () => piece), tail]);
    case 4:
      return Buffer.concat([head, other.subarray(otherAt, otherAt + random.between(1, 200)), tail]);
    case 5:
      return Buffer.concat([head, Buffer.from(random.pick(tokens)), random.chance(0.5) ? piece : tail]);
    default:
      return random.chance(0.2) ? head : Buffer.concat([tail, head]);
  }
}
