import { exportFormatInfo } from './export-format.ts';
import type { ExportOptions } from './export-request.ts';

/**
 * Names of the files that an export writes next to the file `name`: `ships.csv` gets `ships-footprints.csv` and
 * `ships-chips.zip`, `ships.gpkg` gets `ships.qgz`. Absent when not requested, or when they are part of the main file.
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
  const suffix = `.${extension}`;
  const stem = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name.replace(/(?<=.)\.[^.]*$/, '');
  const isBeside = footprints && content === 'features' && !includesFootprints;
  return {
    ...(isBeside ? { footprints: `${stem}-footprints.${extension}` } : {}),
    ...(chips === 'none' || chipsPlace !== undefined ? {} : { chips: `${stem}-chips.zip` }),
    ...(qgisProject && format === 'gpkg' ? { qgisProject: `${stem}.qgz` } : {}),
  };
}
