import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { pngProblem } from '../../../../../electron/core/base/png-check.ts';
import { buildPng } from '../../../../builders/chip-png.ts';

/** The image with another size written into its header, checksum and all. */
function resized(width: number, height: number): Uint8Array {
  const png = Buffer.from(buildPng());
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

it('takes a whole PNG image, also with something behind its end', () => {
  expect(pngProblem(buildPng())).toBeUndefined();
  expect(pngProblem(buildPng(4096, 1))).toBeUndefined();
  expect(pngProblem(Buffer.concat([buildPng(), Buffer.from('more')]))).toBeUndefined();
});

it('refuses what is no PNG', () => {
  expect(pngProblem(new Uint8Array())).toContain('not a PNG');
  expect(pngProblem(Buffer.from('<html>'))).toContain('not a PNG');
  expect(pngProblem(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toContain('not a PNG');
});

it('refuses every image that is cut short', () => {
  const png = buildPng();
  for (let length = 8; length < png.length; length += 1) {
    expect(pngProblem(png.subarray(0, length)), `${length} bytes`).toContain('cut short');
  }
});

it('refuses sizes that cannot be displayed', () => {
  expect(pngProblem(resized(4097, 8))).toContain('4097 × 8');
  expect(pngProblem(resized(8, 0xffff_ffff))).toContain('4096 × 4096');
  expect(pngProblem(resized(0, 8))).toContain('no size');
});

it('refuses an image without pixels', () => {
  const png = Buffer.from(buildPng());
  const header = png.subarray(0, 33);
  const end = png.subarray(png.length - 12);
  expect(pngProblem(Buffer.concat([header, end]))).toContain('no pixels');
});

it('finds one wrong bit in the pixels or the header', () => {
  for (const at of [17, 26, 50]) {
    const png = Buffer.from(buildPng(64, 64));
    png.writeUInt8(png.readUInt8(at) ^ 1, at);
    expect(pngProblem(png), `byte ${at}`).toBeDefined();
  }
});

it('refuses a chunk that claims to be longer than the file', () => {
  const png = Buffer.from(buildPng());
  png.writeUInt32BE(0xffff_ffff, 33);
  expect(pngProblem(png)).toContain('cut short');
});
