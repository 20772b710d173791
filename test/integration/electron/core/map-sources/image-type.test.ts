import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageType } from '../../../../../electron/core/map-sources/image-type.ts';
import { whyNoGdal } from '../../../../builders/gdal-server.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const missingGdal = whyNoGdal();
if (missingGdal !== undefined) process.stderr.write(`Skipped: images of GDAL. ${missingGdal}\n`);

/** An image of GDAL, `height` 2, as bytes. */
async function buildImage(width: number, ...options: readonly string[]): Promise<Uint8Array> {
  const folder = await makeTempFolder();
  const [grid, plain, image] = ['grid.asc', 'plain.tif', 'image'].map((name) => path.join(folder, name));
  const row = Array.from({ length: width }, (_, column) => column % 251).join(' ');
  writeFileSync(
    grid ?? '',
    `ncols ${width}\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n${row}\n${row}\n`,
  );
  const bands = options.includes('alpha') ? 4 : 3;
  const selected = Array.from({ length: bands }, () => ['-b', '1']).flat();
  execFileSync('gdal_translate', ['-q', '-ot', 'Byte', ...selected, grid ?? '', plain ?? '']);
  const chosen = options.filter((option) => option !== 'alpha');
  execFileSync('gdal_translate', ['-q', ...chosen, plain ?? '', image ?? '']);
  return readFileSync(image ?? '');
}

const webp = ['-of', 'WEBP'];
describe.skipIf(missingGdal !== undefined)('an image that a tile may have', () => {
  it.each([
    ['image/png', ['-of', 'PNG']],
    ['image/jpeg', ['-of', 'JPEG']],
    ['image/webp', webp],
    ['image/webp', [...webp, '-co', 'LOSSLESS=YES']],
    ['image/webp', [...webp, 'alpha']],
    ['image/webp', [...webp, 'alpha', '-co', 'LOSSLESS=YES']],
  ] as const)('as %s of 4,096 pixels is one, and of 4,097 is none: %j', async (type, options) => {
    expect(imageType(await buildImage(4096, ...options))).toBe(type);
    expect(imageType(await buildImage(4097, ...options))).toBeUndefined();
  });

  it('as JPEG has its size behind any number of fill bytes', async () => {
    const image = await buildImage(4097, '-of', 'JPEG');
    const filled = Buffer.concat([image.subarray(0, 2), Buffer.alloc(1000, 0xff), image.subarray(2)]);
    expect(imageType(filled)).toBeUndefined();
  });
});

describe('an AVIF image', () => {
  const build = (...sizes: readonly (readonly [number, number])[]) => {
    const boxes = sizes.map(([width, height]) => {
      const box = Buffer.alloc(20);
      box.writeUInt32BE(20, 0);
      box.write('ispe', 4, 'latin1');
      box.writeUInt32BE(width, 12);
      box.writeUInt32BE(height, 16);
      return box;
    });
    return Buffer.concat([Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1'), ...boxes, Buffer.alloc(16)]);
  };
  it.each([
    ['a size', [[256, 4096]], 'image/avif'],
    ['one that is too long', [[256, 4097]], undefined],
    [
      'several, one of which is too long',
      [
        [256, 256],
        [65_536, 1],
      ],
      undefined,
    ],
    ['none', [], undefined],
  ] as const)('with %s is %j: %s', (_what, sizes, type) => {
    expect(imageType(build(...sizes))).toBe(type);
  });
});
