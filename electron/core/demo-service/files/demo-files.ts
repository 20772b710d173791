import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { replaceFileSync } from '../../base/replace-file.ts';
import { anchorageOutline, anchorages } from '../data/anchorages.ts';
import { dayLength } from '../data/day.ts';
import { fixedObjects } from '../data/fixed-objects.ts';
import { roundedPosition } from '../data/local-plane.ts';
import { demoPorts } from '../data/ports.ts';
import type { WorldOptions } from '../data/world.ts';

const aisFileName = /^ais-busan-\d{4}-\d\d-\d\d\.csv$/;

/**
 * Writes the files that users would bring along: ports, platforms, an exclusion zone, anchorages, and AIS reports off
 * Busan of the day before, in place of those of an earlier day. Rejects when a file cannot be written.
 */
export async function writeDemoFiles(folder: string, options: WorldOptions): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => replaceFileSync(path.join(folder, name), text);
  write('ports.csv', portList());
  write('platforms.geojson', collection(platformFeatures()));
  write('exclusion-zone.geojson', collection([exclusionZone]));
  write('anchorages.geojson', collection(anchorageFeatures()));
  const yesterday = Math.floor(options.now() / dayLength) - 1;
  const reports = `ais-busan-${new Date(yesterday * dayLength).toISOString().slice(0, 10)}.csv`;
  if (!existsSync(path.join(folder, reports))) {
    // It needs the land mask, which takes most of the time of a start.
    const { createAisFile } = await import('./ais-file.ts');
    write(reports, createAisFile(options, yesterday));
  }
  const isOld = (name: string) => aisFileName.test(name) && name !== reports;
  for (const name of readdirSync(folder).filter(isOld)) rmSync(path.join(folder, name));
}

function collection(features: readonly object[]): string {
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

function portList(): string {
  const rows = demoPorts.map(({ name, region, harbour, traffic }) =>
    [name, region, ...harbour, traffic].join(','),
  );
  return `${['name,region,longitude,latitude,traffic', ...rows].join('\n')}\n`;
}

/** Objects that are known to stay where they are: no wrecks and no rigs. */
function platformFeatures(): readonly object[] {
  return fixedObjects
    .filter(({ kind }) => kind === 'platform' || kind === 'turbine')
    .map(({ name, kind, positions: [coordinates] }) => ({
      type: 'Feature',
      properties: { name, kind, operator: 'Demo Energy' },
      geometry: { type: 'Point', coordinates },
    }));
}

function anchorageFeatures(): readonly object[] {
  return anchorages.map((anchorage) => ({
    type: 'Feature',
    properties: { name: `${anchorage.name} anchorage` },
    geometry: { type: 'Polygon', coordinates: [anchorageOutline(anchorage).map(roundedPosition)] },
  }));
}

const exclusionZone = {
  type: 'Feature',
  properties: { name: 'Busan approaches', reason: 'Demo: no review here' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [128.85, 34.8],
        [129.45, 34.8],
        [129.45, 35.15],
        [128.85, 35.15],
        [128.85, 34.8],
      ],
    ],
  },
};
