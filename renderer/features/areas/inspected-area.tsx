import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import { formatCount, formatTime } from '../../../shared/format.ts';
import { areaListQuery } from '../../api/live-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { InspectorHeading, InspectorSection } from '../../context/inspector-section.tsx';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { describeShape } from './describe-shape.ts';
import { texts } from './texts.ts';

/** An area in the inspector: its size, its times, and how many detections are in it. */
export function InspectedArea({ areaId }: { readonly areaId: string }) {
  const { queries } = useApp();
  const { data, error, isFetching, refetch } = useQuery(areaListQuery(queries));
  const area = data?.find(({ id }) => id === areaId);
  const [dataBefore] = useState(data);
  const isMissing = area === undefined;
  // An area that was drawn a moment ago is not in the list that was loaded before.
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, refetch]);
  const isGone = isMissing && data !== undefined && data !== dataBefore && !isFetching;
  useGoneItem({ kind: 'area', id: areaId }, isGone);
  return (
    <section aria-label={texts.inspected.label}>
      {area ? (
        <AreaBody area={area} />
      ) : (
        <QueryState query={{ error, refetch }} loading={texts.inspected.loading} />
      )}
    </section>
  );
}

function AreaBody({ area }: { readonly area: Area }) {
  const app = useApp();
  const { queries, commands, stores } = app;
  const filter = useMemo(() => ({ within: shapeToRings(area.shape) }), [area.shape]);
  const counts = useQuery(queries.results.counts.queryOptions(filter));
  return (
    <>
      <InspectorHeading title={area.name}>
        <TextButton onClick={() => zoomToArea(app, area)}>{texts.inspected.zoomTo}</TextButton>
        <TextButton onClick={() => void commands.runWith('orders.start-for-areas', { areaIds: [area.id] })}>
          {texts.inspected.order}
        </TextButton>
        <TextButton onClick={() => stores.results.getState().setFilter(filter)}>
          {texts.inspected.onlyDetections}
        </TextButton>
      </InspectorHeading>
      <InspectorSection title={texts.inspected.fields}>
        <FieldRows
          rows={[
            { label: texts.inspected.shape, value: describeShape(area.shape) },
            {
              label: texts.inspected.size,
              value: formatSquareMetres(area.squareMetres),
              tip: texts.inspected.sizeHint,
            },
            {
              label: texts.inspected.detections,
              value: counts.data && formatCount(counts.data.detections),
              tip: texts.inspected.detectionsHint,
            },
            { label: texts.inspected.created, value: formatTime(area.createdAt) },
            { label: texts.inspected.changed, value: formatTime(area.updatedAt) },
          ]}
        />
        <QueryState query={counts} />
      </InspectorSection>
    </>
  );
}
