import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { DetectionsText, TextRequest } from '../../../shared/exchange/copied-text.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { simpleGeometries } from '../../../shared/geo/simple-geometries.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { carryOutExport, planExport } from './carry-out-export.ts';
import { toWkt } from './geometry/wkt-text.ts';

/** More text than this is no matter for a clipboard. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Detections of a workspace as text: what an export of them writes, so that both never differ. Fails with `too-large`
 * above 32 MB, `cancelled`, and `disk` with what the file system says.
 */
export async function exportText(
  workerUrl: URL,
  workspacePath: string,
  { ids, format }: TextRequest,
  signal: AbortSignal,
): Promise<Result<DetectionsText>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-copy-'));
  try {
    const file = path.join(folder, 'detections');
    const scope = { kind: 'ids', ids: Uint32Array.from(new Set(ids)).sort() } as const;
    const options = exportOptionsSchema.parse(
      format === 'wkt' ? { format: 'geojson', properties: [] } : { format },
    );
    const noChips = { cacheFolder: '', profileId: '' };
    const plan = planExport(workspacePath, scope, options, { detections: { path: file } }, noChips);
    const outcome = await carryOutExport(workerUrl, plan, signal, () => {});
    if (outcome.kind === 'cancelled') return fail('cancelled', 'Copying was cancelled.');
    if (outcome.kind === 'failed') return { ok: false, failure: outcome.failure };
    if ((await stat(file)).size > mostBytes) {
      return fail('too-large', 'The text is too long for a clipboard. Select fewer detections, or export.');
    }
    const text = await readFile(file, 'utf8');
    return succeed({ text: format === 'wkt' ? toWktLines(text) : text, detections: outcome.written });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A collection of geometries is told as its parts, each on a line of its own. */
function toWktLines(geojson: string): string {
  const { features } = JSON.parse(geojson) as FeatureCollection;
  return features
    .flatMap(({ geometry }) => simpleGeometries(geometry))
    .map((geometry) => `${toWkt(geometry)}\n`)
    .join('');
}
