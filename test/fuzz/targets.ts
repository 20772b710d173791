import type { FuzzTarget } from './fuzz-target.ts';
import { aisFiles, aisMessages, aisReports } from './targets/ais-target.ts';
import { areaFormats, areas, wkt } from './targets/area-targets.ts';
import { wms, wmts } from './targets/capabilities-targets.ts';
import { cases } from './targets/case-target.ts';
import { flatGeobufLayers, tables } from './targets/layer-targets.ts';
import { pages } from './targets/page-target.ts';
import { rawFiles } from './targets/raw-files-target.ts';
import { schemas } from './targets/schema-target.ts';
import { csv, geometries, properties, times } from './targets/value-targets.ts';
import { workspaces } from './targets/workspace-target.ts';

/** Every reader of files and responses from elsewhere. */
export const fuzzTargets: readonly FuzzTarget[] = [
  wkt,
  areas,
  ...areaFormats,
  tables,
  flatGeobufLayers,
  times,
  csv,
  aisReports,
  aisMessages,
  aisFiles,
  properties,
  geometries,
  pages,
  wms,
  wmts,
  cases,
  rawFiles,
  workspaces,
  schemas,
];

/** The target with this name. Throws when there is none. */
export function findTarget(name: string): FuzzTarget {
  const target = fuzzTargets.find((each) => each.name === name);
  if (target) return target;
  const names = fuzzTargets.map((each) => each.name).join(', ');
  throw new Error(`There is no target “${name}”. Give one or more of: ${names}.`);
}
