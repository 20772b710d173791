import type { SeededRandom } from '../../builders/seeded-random.ts';

/** Bytes of a SQLite file header, and of the header of a page (sqlite.org/fileformat2.html, 1.3 and 1.6). */
const fileHeaderLength = 100;
const pageHeaderLength = 12;

/**
 * Damages a database where it is most sensitive, its header and those of its pages, or anywhere; exchanges, repeats and
 * empties pages, as lost and misdirected writes do; or cuts the end off.
 */
export function damageWorkspace(whole: Uint8Array, pageSize: number, random: SeededRandom): Uint8Array {
  const bytes = Buffer.from(whole);
  for (let count = random.between(1, 12); count > 0; count -= 1) damageOnce(bytes, pageSize, random);
  return random.chance(0.1) ? bytes.subarray(0, random.between(0, bytes.length)) : bytes;
}

function damageOnce(bytes: Buffer, pageSize: number, random: SeededRandom): void {
  const randomPage = () => random.between(0, bytes.length / pageSize - 1) * pageSize;
  const page = randomPage();
  switch (random.between(0, 9)) {
    case 0: {
      const other = randomPage();
      bytes.copyWithin(page, other, other + pageSize);
      break;
    }
    case 1:
      bytes.fill(0, page, page + pageSize);
      break;
    case 2: {
      const at = page + random.between(0, pageSize - 1);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.between(0, 7)), at);
      break;
    }
    default:
      overwrite(bytes, page, pageSize, random);
  }
}

function overwrite(bytes: Buffer, page: number, pageSize: number, random: SeededRandom): void {
  const at = random.pick([
    random.between(0, fileHeaderLength - 1),
    page + (page === 0 ? fileHeaderLength : 0) + random.between(0, pageHeaderLength - 1),
    page + random.between(0, pageSize - 1),
  ]);
  const end = Math.min(bytes.length, at + random.pick([1, 2, 8, 64]));
  for (let index = at; index < end; index += 1) bytes.writeUInt8(random.between(0, 255), index);
}
