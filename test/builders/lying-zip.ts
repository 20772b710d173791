import { zip } from '../../shared/zip/zip-format.ts';

/** A zip of one entry, whose directory states `unpacked` bytes whatever `packed`, a stream of deflate, has. */
export function buildLyingZip(name: string, packed: Uint8Array, unpacked: number): Buffer {
  const header = { name: Buffer.from(name), method: zip.deflated, crc: 0, offset: 0 };
  const local = localHeader({ ...header, packed: packed.length, unpacked });
  const central = centralHeader({ ...header, packed: packed.length, unpacked });
  const start = local.length + packed.length;
  return Buffer.concat([local, packed, central, endOf(1, central.length, start)]);
}

type Header = {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
};

function localHeader({ name, method, crc, packed, unpacked }: Header): Buffer {
  const header = Buffer.alloc(zip.localLength);
  header.writeUInt32LE(zip.localHeader, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(unpacked, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, method, crc, packed, unpacked, offset }: Header): Buffer {
  const header = Buffer.alloc(zip.centralLength);
  header.writeUInt32LE(zip.centralHeader, 0);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(unpacked, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endOf(count: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(zip.endLength);
  end.writeUInt32LE(zip.end, 0);
  end.writeUInt16LE(Math.min(count, zip.max16), 8);
  end.writeUInt16LE(Math.min(count, zip.max16), 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(start, 16);
  if (count < zip.max16) return end;
  const wide = Buffer.alloc(zip.end64Length);
  wide.writeUInt32LE(zip.end64, 0);
  wide.writeBigUInt64LE(BigInt(zip.end64Length - 12), 4);
  for (const at of [24, 32]) wide.writeBigUInt64LE(BigInt(count), at);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(zip.end64LocatorLength);
  locator.writeUInt32LE(zip.end64Locator, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}
