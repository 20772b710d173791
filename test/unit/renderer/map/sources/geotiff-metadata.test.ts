import { afterEach, expect, it, vi } from 'vitest';
import { readGeotiffMetadata } from '../../../../../renderer/map/sources/geotiff-metadata.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [
    404,
    { kind: 'no-source', reason: 'The file a.tif is empty (0 bytes).' },
    'The file a.tif is empty (0 bytes).',
  ],
  [500, 'Not JSON', 'The GeoTIFF cannot be read.', 'Request failed'],
])(
  'a response of status %i is reported with its reason: %o',
  async (status, body, message, details?: string) => {
    vi.stubGlobal('fetch', async () => Response.json(body, { status }));
    expect(await readGeotiffMetadata('http://127.0.0.1/sources/a')).toMatchObject({
      failure: { message, ...(details === undefined ? {} : { details }) },
    });
  },
);
