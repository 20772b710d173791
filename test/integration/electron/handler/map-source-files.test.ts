import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAppHandler } from '../../../../electron/app-handler.ts';
import type { MapSources } from '../../../../electron/core/map-sources/map-sources.ts';
import type { TileOutcome } from '../../../../electron/core/map-sources/tile-outcome.ts';
import { mounts } from '../../../builders/mounts.ts';
import { stubCore, stubHost } from '../../../builders/stub-core.ts';

const id = '11111111-1111-4111-8111-111111111111';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-source-files-'));
  await writeFile(path.join(folder, 'image.tif'), '0123456789');
  await writeFile(path.join(folder, 'empty.tif'), '');
});
afterEach(() => rm(folder, { recursive: true }));

describe.each(mounts)('behind $name', (mount) => {
  async function answer(
    address: string,
    headers: Record<string, string> = {},
    outcome: TileOutcome = { kind: 'none' },
  ) {
    const mapSources: Pick<MapSources, 'file' | 'tile'> = {
      file: (requested) => {
        if (requested === id) return { path: path.join(folder, 'image.tif'), name: 'image.tif' };
        const name = `${requested}.tif`;
        return ['gone', 'empty'].includes(requested) ? { path: path.join(folder, name), name } : undefined;
      },
      tile: async () => outcome,
    };
    const handler = createAppHandler({
      core: stubCore({ mapSources: mapSources as MapSources }),
      host: stubHost,
      rendererDir: folder,
      onProblem: (error) => {
        throw error;
      },
    });
    const send = await mount.serve(handler);
    return send(address, { headers });
  }

  describe('bytes of a GeoTIFF', () => {
    it.each([
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-100', '89', 'bytes 8-9/10'],
    ])('%s', async (range, body, contentRange) => {
      const response = await answer(`/sources/${id}`, { range });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(contentRange);
      expect(response.headers.get('content-length')).toBe(String(body.length));
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toBe(body);
    });
    it('are complete without a range', async () => {
      const response = await answer(`/sources/${id}`);
      expect([response.status, await response.text()]).toEqual([200, '0123456789']);
    });
    it.each(['bytes=10-12', 'bytes=5-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-0'])(
      '%s is no part of it',
      async (range) => {
        const response = await answer(`/sources/${id}`, { range });
        expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
      },
    );
    it.each([{}, { range: 'bytes=0-1023' }])(
      'of an empty file are not found, with the reason: %o',
      async (headers) => {
        const empty = await answer('/sources/empty', headers);
        expect([empty.status, (await empty.json()).reason]).toEqual([
          404,
          'The file empty.tif is empty (0 bytes). Restore it, or choose it again.',
        ]);
      },
    );
    it('of a missing file are not found', async () => {
      const gone = await answer('/sources/gone');
      expect([gone.status, (await gone.json()).reason]).toEqual([
        404,
        expect.stringMatching(/gone\.tif is not where/),
      ]);
      expect((await answer('/sources/../../etc/passwd')).status).toBe(404);
      expect((await answer('/sources/%2e%2e%2fimage.tif')).status).toBe(404);
    });
  });

  describe('a tile’s response', () => {
    it.each<[TileOutcome, number]>([
      [{ kind: 'none' }, 204],
      [{ kind: 'offline', reason: 'No network.' }, 503],
      [{ kind: 'failed', reason: 'Status 500.' }, 502],
      [{ kind: 'no-source' }, 404],
    ])('%o is status %i', async (outcome, status) => {
      const response = await answer(`/tiles/${id}/1/0/0`, {}, outcome);
      expect(response.status).toBe(status);
      if (status !== 204) expect(await response.json()).toMatchObject(outcome);
    });
    it('is the image, with where it came from', async () => {
      const body = new Uint8Array([1, 2, 3]);
      const outcome = { kind: 'tile', body, contentType: 'image/png', source: 'stale' } as const;
      const response = await answer(`/tiles/${id}/1/0/0`, {}, outcome);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('x-tile-source')).toBe('stale');
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
    });
    it.each(['/tiles/x/1/0/0', `/tiles/${id}/1/0`, `/tiles/${id}/1/0/-1`, `/tiles/${id}/1/0/0/0`])(
      '%s is no tile',
      async (address) => {
        expect((await answer(address)).status).toBe(404);
      },
    );
  });
});
