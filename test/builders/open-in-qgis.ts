import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/paths.mjs';
import { jsonLinesProcess } from './json-lines-process.ts';

const python = '/usr/bin/python3';

/** Whether QGIS is installed; otherwise `what` is reported as skipped. */
export function findQgis(what: string): boolean {
  const hasQgis = spawnSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' }).status === 0;
  if (!hasQgis)
    process.stderr.write(
      `Skipped: ${what}, as python3-qgis is not installed (Debian: apt-get install python3-qgis).\n`,
    );
  return hasQgis;
}

type QgisSymbol = { readonly color: string; readonly layers: readonly string[] };
type QgisLayer = {
  readonly name: string;
  readonly valid: boolean;
  readonly abstract: string;
  readonly features: number;
  readonly renderer: string;
  readonly aliases: Readonly<Record<string, string>>;
  readonly time: string | null;
  /** Number of styles for it in the file. */
  readonly styles: number;
  readonly categories?: Readonly<Record<string, QgisSymbol & { readonly label: string }>>;
  readonly symbol?: QgisSymbol;
  /** Opacity of a raster layer. */
  readonly opacity?: number;
  readonly rights?: readonly string[];
};
type QgisProject = {
  readonly loaded: boolean;
  readonly crs: string;
  readonly canvas: string;
  readonly extent: readonly number[];
  /** The extent of the map window. */
  readonly window: readonly number[];
  /** Layers by group, from top to bottom. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly absolute: boolean;
};

/** Display of a file in QGIS. */
export type QgisReport = {
  /** Content of a project. */
  readonly project: QgisProject | null;
  readonly layers: readonly QgisLayer[];
  /** Number of the map's 400 × 400 pixels with a color. */
  readonly pixels: Readonly<Record<string, number>>;
};

type QgisRequest = { readonly file: string; readonly picture: string };

/** To start QGIS takes two seconds. */
const qgis = jsonLinesProcess<QgisRequest, QgisReport>(python, [
  inProject('test', 'builders', 'qgis-report.py'),
]);

/** Opens a file in QGIS without a window, once its folder has been moved; a picture of the map is saved as `picture`. */
export async function openInQgis(folder: string, name: string, picture?: string): Promise<QgisReport> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'sightline-qgis-'));
  const moved = path.join(temporary, 'moved here');
  await cp(folder, moved, { recursive: true });
  await rm(folder, { recursive: true });
  const image = picture ?? path.join(temporary, 'map.png');
  const report = await qgis({ file: path.join(moved, name), picture: image });
  await rm(temporary, { recursive: true });
  return report;
}
