const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder & 1) === 0 ? remainder >>> 1 : (remainder >>> 1) ^ polynomial;
  }
  return remainder;
});

/**
 * The checksum of zip archives and PNG chunks (CRC-32 of ISO 3309), as an unsigned number; `before` is that of the bytes
 * before these.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let remainder = before ^ 0xffffffff;
  for (const byte of bytes) {
    remainder = (table[(remainder ^ byte) & 0xff] ?? 0) ^ (remainder >>> 8);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
