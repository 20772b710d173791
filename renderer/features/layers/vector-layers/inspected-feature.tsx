import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../../shared/format.ts';
import { describeLayer } from '../../../../shared/layers/describe-layer.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { InspectorHeading, InspectorSection } from '../../../context/inspector-section.tsx';
import { useGoneItem } from '../../../context/use-gone-item.ts';
import { useLoadedLayers } from '../../../context/use-live-queries.ts';
import { toFailure, unwrap } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FieldRows } from '../../../ui/field-rows.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { hideDetections } from './layer-actions.ts';

/** A feature of a layer of the user's in the inspector: its attributes, and where the layer is from. */
export function InspectedFeature({ featureId }: { readonly featureId: string }) {
  const app = useApp();
  const [layerId = '', number = ''] = featureId.split('/');
  const request = { id: layerId, fid: Number(number) };
  const layers = useLoadedLayers();
  const layer = layers?.find(({ id }) => id === layerId);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.layerFeature(request),
    queryFn: async ({ signal }) => unwrap(await app.api.layers.feature.query(request, { signal })),
  });
  useGoneItem({ kind: 'feature', id: featureId }, data === null || (layers !== null && !layer));
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (!layer || !data) return <LoadingState label={texts.own.loadingFeatures} />;
  return (
    <section aria-label={texts.own.feature}>
      <InspectorHeading title={texts.own.featureOf(layer.name, data.fid)}>
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
