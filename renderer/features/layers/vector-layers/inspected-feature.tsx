import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import { formatTime } from '../../../../shared/format.ts';
import { flattenGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import { describeLayer } from '../../../../shared/layers/describe-layer.ts';
import { useApp } from '../../../context/app-context.tsx';
import { InspectorHeading, InspectorSection } from '../../../context/inspector-section.tsx';
import { useGoneItem } from '../../../context/use-gone-item.ts';
import { useLoadedLayers } from '../../../context/use-live-queries.ts';
import { readFeatureId } from '../../../stores/feature-id.ts';
import { FieldRows } from '../../../ui/field-rows.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { hideDetections, makeSite, showAttributes, zoomToFeature } from './vector-layer-commands.ts';

/** A feature of a layer of the user's in the inspector: its attributes, and where the layer is from. */
export function InspectedFeature({ featureId }: { readonly featureId: string }) {
  const app = useApp();
  const request = readFeatureId(featureId);
  const layers = useLoadedLayers();
  const layer = layers?.find(({ id }) => id === request.id);
  const { data, error, refetch } = useQuery(app.queries.layers.feature.queryOptions(request));
  useGoneItem({ kind: 'feature', id: featureId }, data === null || (layers !== null && !layer));
  if (error || !layer || !data)
    return <QueryState query={{ error, refetch }} loading={texts.own.loadingFeatures} />;
  return (
    <section aria-label={texts.own.feature}>
      <InspectorHeading title={texts.own.featureOf(layer.name, data.fid)}>
        <TextButton onClick={() => void zoomToFeature(app, request)}>{texts.table.zoom}</TextButton>
        <TextButton onClick={() => showAttributes(app, layer.id)}>{texts.own.list}</TextButton>
        {isAreal(data.geometry) ? (
          <TextButton onClick={() => void makeSite(app, layer, data.fid)}>{texts.own.makeSite}</TextButton>
        ) : null}
        <TextButton onClick={() => hideDetections(app, layer)}>{texts.own.hide}</TextButton>
      </InspectorHeading>
      <InspectorSection title={texts.own.attributes}>
        <FieldRows
          rows={layer.attributes.map(({ name }, index) => ({ label: name, value: data.values[index] }))}
        />
      </InspectorSection>
      <InspectorSection title={texts.own.source}>
        <FieldRows
          rows={[
            { label: texts.own.file, value: layer.file },
            { label: texts.own.importedAt, value: formatTime(layer.importedAt) },
            { label: texts.own.stated, value: describeLayer(layer) },
          ]}
        />
      </InspectorSection>
    </section>
  );
}

function isAreal(geometry: Geometry | null): boolean {
  return (
    geometry !== null &&
    flattenGeometry(geometry).some(({ type }) => type === 'Polygon' || type === 'MultiPolygon')
  );
}
