import { exportFormatInfo } from './export-format.ts';
import type { ExportOptions } from './export-request.ts';

/**
 * Names of the files that an export writes beside the one called `name`: `ships.csv` gets `ships-footprints.csv` and
 * `ships-chips.zip`. Absent where none is wanted, or where they go into the one file.
 */
export function companionNames(
  name: string,
  { format, footprints, chips }: Pick<ExportOptions, 'format' | 'footprints' | 'chips'>,
): { readonly footprints?: string; readonly chips?: string } {
  const { extension, holds, holdsFootprints } = exportFormatInfo(format);
  const own = `.${extension}`;
  const stem = name.endsWith(own) ? name.slice(0, -own.length) : name.replace(/(?<=.)\.[^.]*$/, '');
  const isBeside = footprints && holds === 'features' && !holdsFootprints;
  return {
    ...(isBeside ? { footprints: `${stem}-footprints.${extension}` } : {}),
    ...(chips === 'none' ? {} : { chips: `${stem}-chips.zip` }),
  };
}
