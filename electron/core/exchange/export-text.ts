import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { DetectionText, DetectionTextRequest } from '../../../shared/exchange/detection-text.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { flattenGeometry } from '../../../shared/geo/flatten-geometry.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { toWkt } from './geometry/wkt-text.ts';
import { performExport } from './perform-export.ts';
import { idScope } from './plan-scope.ts';

/** Maximum size of text for the clipboard. */
const maxTextBytes = 32 * 1024 * 1024;

/**
 * Detections of a workspace as text, produced by an export so that both are identical. Fails with `too-large` above
 * 32 MB, `cancelled`, and `disk` with the file system's error.
 */
export async function exportText(
  workerUrl: URL,
  workspace: Pick<Workspace, 'path' | 'knownDamage'>,
  { ids, format }: DetectionTextRequest,
  signal: AbortSignal,
): Promise<Result<DetectionText>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-copy-'));
  try {
    const file = path.join(folder, 'detections');
    const options = exportOptionsSchema.parse(
      format === 'wkt' ? { format: 'geojson', properties: [] } : { format },
    );
    const targets = { detections: { path: file } };
    const scope = { ...idScope(ids), damage: workspace.knownDamage() };
    const task = { workspacePath: workspace.path, scope, options, targets, journalFolder: folder };
    const outcome = await performExport(workerUrl, task, signal, () => {});
    if (outcome.kind === 'cancelled') return fail('cancelled', 'Copying was cancelled.');
    if (outcome.kind === 'failed') return { ok: false, failure: outcome.failure };
    if ((await stat(file)).size > maxTextBytes) {
      return fail('too-large', 'The text is too long for a clipboard. Select fewer detections, or export.');
    }
    const text = await readFile(file, 'utf8');
    const { written, warnings } = outcome;
    return succeed({ text: format === 'wkt' ? toWktLines(text) : text, detections: written, warnings });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The members of a geometry collection are written on separate lines. */
function toWktLines(geojson: string): string {
  const { features } = JSON.parse(geojson) as FeatureCollection;
  return features
    .flatMap(({ geometry }) => flattenGeometry(geometry))
    .map((geometry) => `${toWkt(geometry)}\n`)
    .join('');
}
