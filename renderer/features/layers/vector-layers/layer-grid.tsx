import { useEffect, useMemo } from 'react';
import type {
  LayerFeatureRow,
  LayerListRequest,
  VectorLayer,
} from '../../../../shared/layers/vector-layer.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useDock, useInspector } from '../../../context/use-stores.ts';
import { toFeatureId } from '../../../stores/feature-id.ts';
import { type GridColumn, RowGrid, useRowGrid } from '../../../ui/table/row-grid.tsx';
import { texts } from '../texts.ts';
import { copyFeatures, inspectFeature, zoomToFeature } from './layer-actions.ts';

/** Attributes that have columns; the inspector has all. */
export const maxShownColumns = 60;

/**
 * The features of a layer in a virtual grid. The one at the cursor is shown in the inspector and on the map; Enter or a
 * double click zooms to it. Ctrl A chooses all that are listed, Ctrl C copies them, or the one at the cursor.
 */
export function LayerGrid({
  layer,
  request,
  total,
}: {
  readonly layer: VectorLayer;
  readonly request: LayerListRequest;
  /** Number of listed features. */
  readonly total: number;
}) {
  const app = useApp();
  const { dock } = app.stores;
  const columns = useMemo(() => layerColumns(layer), [layer]);
  const inspectedId = useInspector(({ item }) => (item?.kind === 'feature' ? item.id : null));
  const addressOf = ({ fid }: LayerFeatureRow) => ({ id: layer.id, fid });
  const zoomTo = (row: LayerFeatureRow | undefined) => row && void zoomToFeature(app, addressOf(row));
  const grid = useRowGrid({
    id: 'layer',
    total,
    rows: JSON.stringify(request),
    pageQuery: (offset, limit) => app.queries.layers.features.queryOptions({ ...request, offset, limit }),
    onRow: (row: LayerFeatureRow) => void inspectFeature(app, addressOf(row)),
    onCopy: (rows) => rows && void copyFeatures(app, layer, request, rows),
    onEnter: zoomTo,
  });

  const isFocusRequested = useDock((state) => state.layers.isFocusRequested);
  const { scroller } = grid;
  useEffect(() => {
    if (!isFocusRequested) return;
    scroller.current?.focus();
    dock.getState().changeLayers({ isFocusRequested: false });
  }, [isFocusRequested, scroller, dock]);

  const { column, order } = request.sort;
  return (
    <RowGrid
      grid={grid}
      label={texts.table.features(layer.name)}
      columns={columns}
      sort={{ field: column ?? '', order }}
      onSort={(sort) =>
        dock.getState().changeLayers({ sort: { column: sort.field || null, order: sort.order } })
      }
      useRowAttributes={(row) => {
        const isInspected = row !== undefined && inspectedId === toFeatureId(addressOf(row));
        return {
          'data-focused': isInspected || undefined,
          'aria-selected': grid.areAllChosen || isInspected,
          onDoubleClick: () => zoomTo(row),
        };
      }}
    />
  );
}

/** The number of a feature, by which the rows are sorted at first, and its attributes. */
function layerColumns({ attributes }: VectorLayer): readonly GridColumn<LayerFeatureRow>[] {
  return [
    {
      field: '',
      title: texts.table.number,
      isNumeric: true,
      width: 80,
      maxWidth: 80,
      cell: ({ fid }) => fid,
    },
    ...attributes.slice(0, maxShownColumns).map(({ column, name, type }, index) => {
      const isNumeric = type !== 'text';
      const width = Math.min(220, Math.max(isNumeric ? 80 : 130, 30 + 7 * name.length));
      return {
        field: column,
        title: name,
        isNumeric,
        width,
        maxWidth: 2 * width,
        cell: ({ values }: LayerFeatureRow) => values[index] ?? '–',
      };
    }),
  ];
}
