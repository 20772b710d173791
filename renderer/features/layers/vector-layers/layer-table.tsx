import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeLayer } from '../../../../shared/layers/describe-layer.ts';
import type { LayerPage, LayerPageRequest, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { layerListQuery } from '../../../api/live-queries.ts';
import { inputOf } from '../../../api/read-query.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useDock, useInspector } from '../../../context/use-stores.ts';
import { readFeatureId } from '../../../stores/feature-id.ts';
import dockView from '../../../ui/dock-view.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { rowsPerPage } from '../../../ui/table/use-row-pages.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { zoomToFeature } from './layer-actions.ts';
import { LayerGrid, maxShownColumns } from './layer-grid.tsx';

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
