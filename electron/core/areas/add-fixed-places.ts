import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, type Result } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

/** Adds the places of all that is stationary, new or gone as a layer, by a job. Fails with `not-found` without any. */
export async function addFixedPlaces(
  workspace: Workspace,
  startImport: (file: ChosenFile) => Promise<Result<Job>>,
): Promise<Result<Job>> {
  const places = await workspace.fixedPlaces();
  if (places.length === 0) {
    return fail(
      'not-found',
      'No place has anything stationary, new or gone: at least four looks must have seen it.',
    );
  }
  const features = places.map(({ longitude, latitude, ...properties }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
  }));
  const file = path.join(os.tmpdir(), `sightline-${randomUUID()}.geojson`);
  const written = await writeWholeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  if (!written.ok) return written;
  const name = `Fixed places ${nowUtc().slice(0, 10)}.geojson`;
  return startImport({ path: file, name, isTemporary: true });
}
