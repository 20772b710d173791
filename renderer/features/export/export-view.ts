import type { ExportView } from '../../../shared/exchange/export-request.ts';
import type { App } from '../../context/app-context.tsx';
import { mapScheme } from '../../map/map-colors.ts';
import { sourceLayerId } from '../../map-sync/sync-sources.ts';

/** What the map shows now, for the styles of an export and a QGIS project; undefined while the map has no size. */
export function readExportView({ engine, stores }: Pick<App, 'engine' | 'stores'>): ExportView | undefined {
  const box = engine.viewBox();
  if (!box) return undefined;
  const prefix = sourceLayerId('');
  const basemaps = stores.layers
    .getState()
    .layers.toReversed()
    .filter(({ id, visible, opacity }) => id.startsWith(prefix) && visible && opacity > 0)
    .map(({ id, opacity }) => ({ id: id.slice(prefix.length), opacity }));
  const { colorBy: field } = stores.mapDisplay.getState();
  const { color } = stores.ui.getState().mapChannels;
  const colors =
    field !== null && color.state === 'shown' && color.colors ? { field, scale: color.colors } : undefined;
  return { box, background: mapScheme(), basemaps, ...(colors ? { colors } : {}) };
}
