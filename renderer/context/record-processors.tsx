import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { formatTime } from '../../shared/format.ts';
import { describeChange } from '../../shared/jobs/describe-job.ts';
import { definitionOf } from '../../shared/results/builtin-fields.ts';
import { type FieldList, isRequested } from '../../shared/results/field-list.ts';
import { toParameterTree } from '../../shared/results/processor-parameters.ts';
import type { RecordProcessors } from '../../shared/searches/record-processors.ts';
import { queryKeys } from '../api/query-keys.ts';
import { toFailure, unwrap } from '../ui/failure-error.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { FieldRows } from '../ui/field-rows.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { useApp } from './app-context.tsx';
import { InspectorSection } from './inspector-section.tsx';
import { ParameterTree } from './parameter-tree.tsx';

const texts = {
  title: 'Processors',
  loading: 'Loading the processors…',
  none: 'The record names no processor.',
  notFetched: 'not fetched',
  parameters: (processor: string) => `Parameters of ${processor}`,
  changes: 'Changes',
  changedAt: (at: string) => `fetched ${formatTime(at)}`,
} as const;

/** The section of the inspector with the processors of a record, and the changes of their QC status and versions. */
export function RecordProcessorsSection({ recordId }: { readonly recordId: string }) {
  const { api } = useApp();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.recordProcessors(recordId),
    queryFn: async ({ signal }) => unwrap(await api.results.recordProcessors.query(recordId, { signal })),
  });
  return (
    <InspectorSection title={texts.title}>
      {data ? (
        <Processors record={data} />
      ) : error ? (
        <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />
      ) : data === null ? null : (
        <LoadingState label={texts.loading} />
      )}
    </InspectorSection>
  );
}

function Processors({ record: { processors, fields, changes } }: { readonly record: RecordProcessors }) {
  return (
    <>
      {processors.length === 0 ? (
        <p className="muted">
          {isRequested(fields, 'content.processors.processorName') ? texts.none : texts.notFetched}
        </p>
      ) : null}
      {processors.map(({ name, version, qcStatus, parameters }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else distinguishes two processors.
        <Fragment key={index}>
          <FieldRows
            rows={[
              { label: definitionOf('processor').label, value: name },
              {
                label: definitionOf('processor_version').label,
                value: version ?? absent(fields, 'content.processors.version'),
              },
              {
                label: definitionOf('qc_status').label,
                value: qcStatus ?? absent(fields, 'content.processors.parameters'),
              },
            ]}
          />
          {parameters === null ? null : (
            <ParameterTree nodes={toParameterTree(parameters)} label={texts.parameters(name)} />
          )}
        </Fragment>
      ))}
      {changes.length === 0 ? null : (
        <ul aria-label={texts.changes}>
          {changes.map((change) => (
            <li key={`${change.changedAt} ${change.processor} ${change.statement}`}>
              {definitionOf(change.statement).label}: {describeChange(change)}{' '}
              <span className="muted">
                {processors.length > 1 ? `${change.processor}, ` : ''}
                {texts.changedAt(change.changedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function absent(fields: FieldList, path: string): string | null {
  return isRequested(fields, path) ? null : texts.notFetched;
}
