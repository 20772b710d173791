import { decodeAs } from '../../decode-as.ts';
import { startsWith } from './decode-text.ts';

/**
 * Number of bytes at the start of a file that `describeDatabase` needs: the list of tables is among the first pages.
 */
export const databaseStartBytes = 4_000_000;

/** Bytes 68 to 71 of an SQLite file name the format that is stored in it. */
const applicationIdOffset = 68;

/** The kind of an SQLite file by its start, and what to do with it; undefined for other files. Never throws. */
export function describeDatabase(start: Uint8Array): string | undefined {
  if (!startsWith(start, ascii('SQLite format 3\0'))) return undefined;
  const text = decodeAs('latin1', start.subarray(0, databaseStartBytes)) ?? '';
  if (text.includes('CREATE TABLE app_meta'))
    return 'This is a workspace of Sightline, not a file of areas. To work in it, choose Settings → Workspace → Open another; to copy its reviews into this workspace, run the command “Merge reviews of another workspace”.';
  if (text.startsWith('GPKG', applicationIdOffset))
    return 'This is a GeoPackage of another program, whose layers Sightline does not read as areas. Export the layer of the areas as GeoJSON, for example with QGIS, and import that.';
  return 'This is an SQLite database, which Sightline does not read areas from. Export the areas as GeoJSON with the program that made it, and import that.';
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
