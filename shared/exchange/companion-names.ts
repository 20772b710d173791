import { exportFormatInfo } from './export-format.ts';
import type { ExportOptions } from './export-request.ts';

/**
 * Names of the files that an export writes next to the file `name`: `ships.csv` gets `ships.csv-footprints.csv` and
 * `ships.csv-chips.zip`, `ships.gpkg` gets `ships.gpkg.qgz`. They contain the whole name, so that those of `ships.csv`
 * and of `ships.geojson` differ. Absent when not requested, or when they are part of the main file.
 */
export function companionNames(
  name: string,
  {
    format,
    footprints,
    chips,
    qgisProject,
  }: Pick<ExportOptions, 'format' | 'footprints' | 'chips' | 'qgisProject'>,
): { readonly footprints?: string; readonly chips?: string; readonly qgisProject?: string } {
  const { extension, content, includesFootprints, chips: chipsPlace } = exportFormatInfo(format);
  const isBeside = footprints && content === 'features' && !includesFootprints;
  return {
    ...(isBeside ? { footprints: `${name}-footprints.${extension}` } : {}),
    ...(chips === 'none' || chipsPlace !== undefined ? {} : { chips: `${name}-chips.zip` }),
    ...(qgisProject && format === 'gpkg' ? { qgisProject: `${name}.qgz` } : {}),
  };
}
