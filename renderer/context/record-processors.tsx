import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { formatTime } from '../../shared/format.ts';
import { describeChange } from '../../shared/jobs/describe-job.ts';
import { definitionOf } from '../../shared/results/builtin-fields.ts';
import { type FieldList, isRequested } from '../../shared/results/field-list.ts';
import {
  type ParameterNode,
  readParameters,
  toParameterTree,
} from '../../shared/results/processor-parameters.ts';
import type { RecordProcessors } from '../../shared/searches/record-processors.ts';
import { FieldRows } from '../ui/field-rows.tsx';
import { Note } from '../ui/note.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useApp } from './app-context.tsx';
import { InspectorSection } from './inspector-section.tsx';
import styles from './parameter-tree.module.css';

const texts = {
  title: 'Processors',
  loading: 'Loading the processors…',
  none: 'The record names no processor.',
  notFetched: 'not fetched',
  parameters: (processor: string) => `Parameters of ${processor}`,
  qcStatusTip: 'Quality-control status that the customer set, not the service.',
  otherCustomer: (customer: string) =>
    `The customer is “${customer}”. The service describes it as always GMSS.`,
  changes: 'Changes',
  changedAt: (at: string) => `fetched ${formatTime(at)}`,
} as const;

/** The section of the inspector with the processors of a record, and the changes of their QC status and versions. */
export function RecordProcessorsSection({ recordId }: { readonly recordId: string }) {
  const { queries } = useApp();
  const { data, error, refetch } = useQuery(queries.results.recordProcessors.queryOptions(recordId));
  return (
    <InspectorSection title={texts.title}>
      {data ? (
        <Processors record={data} />
      ) : (
        <QueryState query={{ data, error, refetch }} loading={texts.loading} />
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
                tip: texts.qcStatusTip,
              },
            ]}
          />
          {otherCustomer(parameters) === null ? null : (
            <Note tone="warn">{texts.otherCustomer(otherCustomer(parameters) ?? '')}</Note>
          )}
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

/** The customer of the parameters where it is another one than the service describes. */
function otherCustomer(parameters: string | null): string | null {
  const customer = readParameters(parameters).get('dissemination.customer');
  return customer === undefined || customer === 'GMSS' ? null : String(customer);
}

function absent(fields: FieldList, path: string): string | null {
  return isRequested(fields, path) ? null : texts.notFetched;
}

/** Objects and lists with more members than this are closed at first. */
const maxOpenMembers = 20;

/** The parameters of a processor; objects and lists open and close. */
function ParameterTree({
  nodes,
  label,
}: {
  readonly nodes: readonly ParameterNode[];
  /** Accessible name; undefined within another tree. */
  readonly label?: string;
}) {
  return (
    <ul className={styles.tree} aria-label={label}>
      {nodes.map((node) => (
        <li key={node.name}>
          {'nodes' in node ? (
            <details open={node.nodes.length <= maxOpenMembers}>
              <summary>{node.name}</summary>
              <ParameterTree nodes={node.nodes} />
            </details>
          ) : (
            <>
              <span className="muted">{node.name}</span> <span className={styles.value}>{node.value}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
