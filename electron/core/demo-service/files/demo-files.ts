import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { replaceFileSync } from '../../base/replace-file.ts';
import { anchorageOutline, anchorages } from '../data/anchorages.ts';
import { dayLength } from '../data/day.ts';
import { fixedObjects } from '../data/fixed-objects.ts';
import { roundedPosition } from '../data/local-plane.ts';
import { ports } from '../data/ports.ts';
import { createWorld, type WorldOptions } from '../data/world.ts';
import { createAisFile } from './ais-file.ts';

type DemoFile = { readonly name: string; readonly text: string };

const aisFileName = /^ais-busan-\d{4}-\d\d-\d\d\.csv$/;

/**
 * Writes the files that users would bring along: ports, platforms, an exclusion zone, anchorages, and AIS reports off
 * Busan of the day before, in place of those of an earlier day. Throws when a file cannot be written.
 */
export function writeDemoFiles(folder: string, options: WorldOptions): void {
  mkdirSync(folder, { recursive: true });
  const files = makeDemoFiles(options);
  for (const { name, text } of files) replaceFileSync(path.join(folder, name), text);
  const isOld = (name: string) => aisFileName.test(name) && !files.some((file) => file.name === name);
  for (const name of readdirSync(folder).filter(isOld)) rmSync(path.join(folder, name));
}

/** The files as of a time. */
export function makeDemoFiles(options: WorldOptions): readonly DemoFile[] {
  const world = createWorld(options);
  const yesterday = Math.floor(world.now() / dayLength) - 1;
  const date = new Date(yesterday * dayLength).toISOString().slice(0, 10);
  return [
    { name: 'ports.csv', text: portList() },
    { name: 'platforms.geojson', text: collection(platformFeatures()) },
    { name: 'exclusion-zone.geojson', text: collection([exclusionZone]) },
    { name: 'anchorages.geojson', text: collection(anchorageFeatures()) },
    { name: `ais-busan-${date}.csv`, text: createAisFile(world, yesterday) },
  ];
}

function collection(features: readonly object[]): string {
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

function portList(): string {
  const rows = ports.map(({ name, region, harbour, traffic }) =>
    [name, region, ...harbour, traffic].join(','),
  );
  return `${['name,region,longitude,latitude,traffic', ...rows].join('\n')}\n`;
}

/** What is known to stay where it is: no wrecks and no rigs. */
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
