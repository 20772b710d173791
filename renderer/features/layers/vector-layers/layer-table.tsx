import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { describeLayer } from '../../../../shared/layers/describe-layer.ts';
import type {
  LayerFeatureRow,
  LayerListRequest,
  LayerPage,
  LayerPageRequest,
  VectorLayer,
} from '../../../../shared/layers/vector-layer.ts';
import { layerListQuery } from '../../../api/live-queries.ts';
import { inputOf } from '../../../api/read-query.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useDock, useInspector } from '../../../context/use-stores.ts';
import { readFeatureId, toFeatureId } from '../../../stores/feature-id.ts';
import dockView from '../../../ui/dock-view.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { type GridColumn, RowGrid, useRowGrid } from '../../../ui/table/row-grid.tsx';
import { rowsPerPage } from '../../../ui/table/use-row-pages.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { copyFeatures, inspectFeature, zoomToFeature } from './vector-layer-commands.ts';

/** The attributes of the features of a layer, in the dock. */
export function LayerTable() {
  const { commands, queries } = useApp();
  const layerId = useDock((state) => state.layers.layerId);
  const { data: layers, error, refetch } = useQuery(layerListQuery(queries));
  const layer = layers?.find(({ id }) => id === layerId) ?? layers?.[0];
  if (error || layers === undefined)
    return <QueryState query={{ error, refetch }} loading={texts.own.loading} />;
  if (!layers || !layer) {
    return (
      <EmptyState title={texts.table.noLayers} hint={texts.own.none}>
        <TextButton onClick={() => commands.run('layers.import')}>{texts.own.import}</TextButton>
      </EmptyState>
    );
  }
  return <Features layer={layer} layers={layers} />;
}

function Features({
  layer,
  layers,
}: {
  readonly layer: VectorLayer;
  readonly layers: readonly VectorLayer[];
}) {
  const { queries } = useApp();
  const { text, sort } = useDock((state) => state.layers);
  const request = { id: layer.id, sort, ...(text === '' ? {} : { text }) };
  const { data, error, refetch } = useQuery(
    queries.layers.features.queryOptions(
      { ...request, offset: 0, limit: rowsPerPage },
      {
        placeholderData: (before, former) =>
          inputOf<LayerPageRequest>(former)?.id === layer.id ? before : undefined,
      },
    ),
  );
  return (
    <div className={dockView.view}>
      <Controls layer={layer} layers={layers} page={data} />
      {error || !data ? (
        <QueryState query={{ error, refetch }} loading={texts.own.loadingFeatures} />
      ) : data.total === 0 ? (
        <EmptyState
          title={data.all === 0 ? texts.table.empty : texts.table.noMatch}
          hint={data.all === 0 ? texts.table.emptyHint : texts.table.noMatchHint(text)}
        />
      ) : (
        <LayerGrid key={layer.id} layer={layer} request={request} total={data.total} />
      )}
    </div>
  );
}

function Controls({
  layer,
  layers,
  page,
}: {
  readonly layer: VectorLayer;
  readonly layers: readonly VectorLayer[];
  readonly page: LayerPage | undefined;
}) {
  const app = useApp();
  const { dock } = app.stores;
  const inspectedId = useInspector(({ item }) => (item?.kind === 'feature' ? item.id : null));
  const inspected = inspectedId === null ? null : readFeatureId(inspectedId);
  const { text, layerId } = useDock((state) => state.layers);
  const attributes = layer.attributes.length;
  return (
    <div className={dockView.controls}>
      <NativeSelect
        aria-label={texts.table.layer}
        maw={220}
        value={layer.id}
        data={layers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) =>
          dock.getState().changeLayers({ layerId: value, text: '', sort: { column: null, order: 'ASC' } })
        }
      />
      <FindField
        key={`${layerId} ${layer.id}`}
        label={texts.table.find}
        placeholder={texts.table.findExample}
        text={text}
        maxWidth={240}
        onFind={(value) =>
          dock.getState().changeLayers({ text: value.slice(0, 200), isFocusRequested: false })
        }
      />
      <span className="muted numeric" role="status">
        {page ? texts.table.count(page.total, page.all) : ''}
      </span>
      {attributes > maxShownColumns ? (
        <span className="muted">{texts.table.moreAttributes(maxShownColumns, attributes)}</span>
      ) : null}
      <span className={`muted ${dockView.stated}`} title={describeLayer(layer)}>
        {describeLayer(layer)}
      </span>
      <TextButton
        disabled={inspected?.id !== layer.id}
        title={texts.table.zoomHint}
        onClick={() => inspected && void zoomToFeature(app, inspected)}
      >
        {texts.table.zoom}
      </TextButton>
    </div>
  );
}

/** Attributes that have columns; the inspector has all. */
const maxShownColumns = 60;

/**
 * The features of a layer in a virtual grid. The one at the cursor is shown in the inspector and on the map; Enter or a
 * double click zooms to it. Ctrl A chooses all that are listed, Ctrl C copies them, or the one at the cursor.
 */
function LayerGrid({
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
