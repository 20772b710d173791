import { useQuery } from '@tanstack/react-query';
import { formatCount, formatTime } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { RecordRow } from '../../../shared/results/detection.ts';
import { hasFeatures, isRequested } from '../../../shared/results/field-list.ts';
import { shortId } from '../../../shared/short-id.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorHeading, InspectorSection } from '../../context/inspector-section.tsx';
import { RecordProcessorsSection } from '../../context/record-processors.tsx';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { useResults, useSession } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';

/** A record in the inspector: what it is about, and its detections. */
export function InspectedRecord({ recordId }: { readonly recordId: string }) {
  const { queries } = useApp();
  const page = { having: 'any', text: recordId, offset: 0, limit: 10 } as const;
  const { data, error, refetch } = useQuery(queries.results.records.queryOptions(page));
  // The text is matched anywhere in the id.
  const record = data?.rows.find((row) => row.recordId === recordId);
  useGoneItem({ kind: 'record', id: recordId }, data !== undefined && record === undefined);
  return (
    <section aria-label={texts.inspected.label}>
      {record ? (
        <RecordBody record={record} />
      ) : (
        <QueryState query={{ error, refetch }} loading={texts.inspected.loading} />
      )}
    </section>
  );
}

function RecordBody({ record }: { readonly record: RecordRow }) {
  const { commands, engine, stores } = useApp();
  const footprints = useResults((state) => state.recordFootprints);
  const isSignedIn = useSession((state) => state.session?.status === 'signed-in');
  const { recordId, analytics, sensorNames, detections, fields } = record;
  const absent = (path: string) => (isRequested(fields, path) ? null : texts.cells.notFetched);
  return (
    <>
      <InspectorHeading title={texts.inspected.title(shortId(recordId))}>
        <TextButton
          disabled={footprints.length === 0}
          onClick={() =>
            engine.zoomToGeometry({
              type: 'GeometryCollection',
              geometries: footprints.map(({ geometry }) => geometry),
            })
          }
        >
          {texts.inspected.zoomTo}
        </TextButton>
        <TextButton
          disabled={detections === 0}
          onClick={() => {
            stores.results.getState().setFilter({ recordId });
            stores.dock.getState().setTab('table');
          }}
        >
          {texts.inspected.showDetections}
        </TextButton>
        <TextButton
          disabled={!isSignedIn}
          title={isSignedIn ? undefined : texts.inspected.signInFirst}
          onClick={() => void commands.runWith('searches.fetch-records', { recordIds: [recordId] })}
        >
          {texts.inspected.fetchAgain}
        </TextButton>
        {sensorNames.length > 1 ? (
          <TextButton onClick={() => void commands.runWith('passes.compare-images', { recordId })}>
            {texts.inspected.compareImages}
          </TextButton>
        ) : null}
      </InspectorHeading>
      <InspectorSection title={texts.inspected.fields}>
        <FieldRows
          rows={[
            {
              label: texts.inspected.analytics,
              value:
                analytics.length === 0
                  ? absent('content.processors.processorName')
                  : analytics.map((analytic) => (
                      <div key={analytic}>
                        <AnalyticMark analytic={analytic} />
                        {analyticDisplayName(analytic)}
                      </div>
                    )),
            },
            {
              label: texts.inspected.detections,
              value:
                detections === 0 && !hasFeatures(fields) ? texts.cells.notFetched : formatCount(detections),
              tip: texts.inspected.detectionsHint,
            },
            {
              label: texts.inspected.sensor,
              value: sensorNames.join(', ') || absent('content.sensorData.sensorName'),
            },
            {
              label: texts.inspected.collected,
              value: record.collectedAt
                ? formatTime(record.collectedAt)
                : absent('content.sensorData.startTimeUTC'),
            },
            { label: texts.inspected.uploaded, value: record.uploadedAt && formatTime(record.uploadedAt) },
            {
              label: texts.inspected.region,
              value: record.region ?? absent('content.processors.parameters'),
            },
            {
              label: texts.inspected.product,
              value: record.productType ?? absent('content.product.productType'),
            },
            {
              label: texts.inspected.problems,
              value: record.problems > 0 ? formatCount(record.problems) : texts.inspected.noProblems,
            },
            {
              label: texts.inspected.recordId,
              value: <CopyValue what="record ID" value={recordId} shown={shortId(recordId)} />,
            },
          ]}
        />
      </InspectorSection>
      <RecordProcessorsSection recordId={recordId} />
    </>
  );
}
