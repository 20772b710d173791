import { useEffect } from 'react';
import type {
  LayerAttribute,
  LayerFeatureRow,
  LayerListRequest,
  VectorLayer,
} from '../../../../shared/layers/vector-layer.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useDock, useInspector } from '../../../context/use-stores.ts';
import { toFeatureId } from '../../../stores/feature-id.ts';
import { SortHeadCell } from '../../../ui/table/sort-head-cell.tsx';
import { useGridCursor } from '../../../ui/table/use-grid-cursor.ts';
import { useRowPages } from '../../../ui/table/use-row-pages.ts';
import gridStyles from '../../../ui/table/table.module.css';
import {
  GridRow,
  type GridTracks,
  useVirtualGrid,
  VirtualGrid,
} from '../../../ui/table/virtual-grid.tsx';
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
  const grid = useVirtualGrid(total);
  const columns = layer.attributes.slice(0, maxShownColumns);
  const tracks = columnTracks(columns);
  const pages = useRowPages({
    total,
    ...grid.seen,
    pageQuery: (offset, limit) => app.queries.layers.features.queryOptions({ ...request, offset, limit }),
  });
  const inspectedId = useInspector(({ item }) => (item?.kind === 'feature' ? item.id : null));
  const addressOf = ({ fid }: LayerFeatureRow) => ({ id: layer.id, fid });
  const zoomTo = (row: LayerFeatureRow | undefined) => row && void zoomToFeature(app, addressOf(row));
  const { cursor, areAllChosen, onRowClick, onKeyDown } = useGridCursor({
    grid,
    rowAt: pages.rowAt,
    rows: JSON.stringify(request),
    onRow: (row) => void inspectFeature(app, addressOf(row)),
    onCopy: (rows) => rows && void copyFeatures(app, layer, request, rows),
    onEnter: (index) => zoomTo(pages.rowAt(index)),
  });

  const isFocusRequested = useDock((state) => state.layers.isFocusRequested);
  const { scroller } = grid;
  useEffect(() => {
    if (!isFocusRequested) return;
    scroller.current?.focus();
    app.stores.dock.getState().changeLayers({ isFocusRequested: false });
  }, [isFocusRequested, scroller, app]);

  return (
    <VirtualGrid
      grid={grid}
      label={texts.table.features(layer.name)}
      tracks={tracks}
      header={<Header columns={columns} sort={request.sort} />}
      row={(index, top) => {
        const row = pages.rowAt(index);
        const isInspected = row !== undefined && inspectedId === toFeatureId(addressOf(row));
        return (
          <GridRow
            key={index}
            id={rowId(index)}
            index={index}
            top={top}
            template={tracks.template}
            isLoaded={row !== undefined}
            isCursor={cursor === index}
            isFocused={isInspected}
            aria-selected={areAllChosen || isInspected}
            onClick={(event) => onRowClick(index, event)}
            onDoubleClick={() => zoomTo(row)}
          >
            <td className={gridStyles.cell} data-numeric>
              {row?.fid ?? ''}
            </td>
            {columns.map((attribute, at) => (
              <td
                key={attribute.column}
                className={gridStyles.cell}
                data-numeric={isNumeric(attribute) || undefined}
              >
                {row ? (row.values[at] ?? '–') : ''}
              </td>
            ))}
          </GridRow>
        );
      }}
      columnCount={columns.length + 1}
      isMultiselectable
      activeId={cursor === null ? undefined : rowId(cursor)}
      loading={pages}
      onKeyDown={onKeyDown}
    />
  );
}

function rowId(index: number): string {
  return `layer-row-${index}`;
}

function isNumeric({ type }: LayerAttribute): boolean {
  return type !== 'text';
}

/** CSS grid tracks of the number and the attributes, and their minimum total width. */
function columnTracks(columns: readonly LayerAttribute[]): GridTracks {
  const widths = columns.map(({ name, type }) =>
    Math.min(220, Math.max(type === 'text' ? 130 : 80, 30 + 7 * name.length)),
  );
  return {
    template: ['80px', ...widths.map((width) => `minmax(${width}px, ${2 * width}px)`)].join(' '),
    minWidth: widths.reduce((sum, width) => sum + width, 90),
  };
}

function Header({
  columns,
  sort,
}: {
  readonly columns: readonly LayerAttribute[];
  readonly sort: LayerListRequest['sort'];
}) {
  const { stores } = useApp();
  const cellOf = (column: string | null, title: string, numeric: boolean) => (
    <SortHeadCell
      key={column ?? ''}
      title={title}
      isNumeric={numeric}
      order={sort.column === column ? sort.order : null}
      onSort={() =>
        stores.dock.getState().changeLayers({
          sort: { column, order: sort.column === column && sort.order === 'ASC' ? 'DESC' : 'ASC' },
        })
      }
    />
  );
  return (
    <>
      {cellOf(null, texts.table.number, true)}
      {columns.map((attribute) => cellOf(attribute.column, attribute.name, isNumeric(attribute)))}
    </>
  );
}
