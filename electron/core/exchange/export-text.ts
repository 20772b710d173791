import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { DetectionText, DetectionTextRequest } from '../../../shared/exchange/detection-text.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { flattenGeometry } from '../../../shared/geo/flatten-geometry.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { WrittenExport } from './export-rpc.ts';
import { toWkt } from './geometry/wkt-text.ts';
import { type ExportTask, performExport } from './perform-export.ts';
import { idScope } from './plan-scope.ts';

/** Maximum size of text for the clipboard. */
const maxTextBytes = 32 * 1024 * 1024;

/** Runs an export in a temporary folder; the text of its file. Fails as an export, and with `too-large` above `maxBytes`. */
export async function exportToText(
  workerUrl: URL,
  task: Omit<ExportTask, 'targets' | 'journalFolder'>,
  signal: AbortSignal,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Result<WrittenExport & { readonly text: string }>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-text-'));
  try {
    const file = path.join(folder, 'detections');
    const targets = { detections: { path: file } };
    const exported = await performExport(
      workerUrl,
      { ...task, targets, journalFolder: folder },
      signal,
      () => {},
    );
    if (!exported.ok) return exported;
    if ((await stat(file)).size > maxBytes) {
      return fail('too-large', 'The text is too long for a clipboard. Select fewer detections, or export.');
    }
    return succeed({ ...exported.value, text: await readFile(file, 'utf8') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
  const options = exportOptionsSchema.parse(
    format === 'wkt' ? { format: 'geojson', properties: [] } : { format },
  );
  const scope = { ...idScope(ids), damage: workspace.knownDamage() };
  const task = { workspacePath: workspace.path, scope, options };
  const exported = await exportToText(workerUrl, task, signal, maxTextBytes);
  if (!exported.ok) return exported;
  const { text, written, warnings } = exported.value;
  return succeed({ text: format === 'wkt' ? toWktLines(text) : text, detections: written, warnings });
}

/** The members of a geometry collection are written on separate lines. */
function toWktLines(geojson: string): string {
  const { features } = JSON.parse(geojson) as FeatureCollection;
  return features
    .flatMap(({ geometry }) => flattenGeometry(geometry))
    .map((geometry) => `${toWkt(geometry)}\n`)
    .join('');
}
