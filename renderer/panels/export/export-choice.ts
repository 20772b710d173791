import { type ExportOptions, exportOptionsSchema } from '../../../shared/exchange/export-request.ts';

const storageKey = 'sightline.export';

const firstChoice: ExportOptions = exportOptionsSchema.parse({ format: 'geojson' });

/** What was chosen for the last export; GeoJSON and nothing more before the first. */
export function readExportChoice(storage: Storage | undefined = globalThis.localStorage): ExportOptions {
  try {
    return exportOptionsSchema.parse(JSON.parse(storage?.getItem(storageKey) ?? ''));
  } catch {
    // Another version's, or nobody's.
    return firstChoice;
  }
}

/** Keeps a choice for the next export. */
export function rememberExportChoice(
  choice: ExportOptions,
  storage: Storage | undefined = globalThis.localStorage,
): void {
  storage?.setItem(storageKey, JSON.stringify(choice));
}
