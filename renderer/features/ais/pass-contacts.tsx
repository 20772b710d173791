import { useQuery } from '@tanstack/react-query';
import { type AisPassSummary, type PassContact, splitUnmatched } from '../../../shared/ais/pass-outcome.ts';
import { formatDuration } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import rows from '../../ui/table/row-table.module.css';
import { Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { aisTimeText } from './instant-text.ts';
import { texts } from './texts.ts';

const legendMarks = ['matched', 'candidate', 'not-seen', 'other', 'track', 'shift'] as const;

/** The contacts of a pass that no detection is: those not seen, and others, which could not be compared. */
export function PassContacts({ pass: { passKey, timeMs, ...pass } }: { readonly pass: AisPassSummary }) {
  const { engine, queries } = useApp();
  const { data, error, refetch } = useQuery(queries.ais.contacts.queryOptions(passKey));
  const { view } = texts;
  const time = aisTimeText(timeMs);
  if (error || !data) return <QueryState query={{ error, refetch }} loading={view.loading} />;
  const expected = data.contacts.flatMap((contact) => (contact.expected ? [[...contact.expected]] : []));
  const { notSeen, others } = splitUnmatched(data.contacts);
  return (
    <>
      <p className={styles.legend}>
        {view.onMap}:
        {legendMarks.map((mark) => (
          <span key={mark} data-mark={mark}>
            {view.marks[mark]}
          </span>
        ))}
        {expected.length === 0 ? null : (
          <TextButton onClick={() => engine.zoomToGeometry({ type: 'MultiPoint', coordinates: expected })}>
            {view.zoom}
          </TextButton>
        )}
      </p>
      <details className={styles.contacts} open>
        <summary>
          {pass.notSeen === null ? view.notSeen(time) : view.listed(view.notSeen(time), notSeen.length)}
        </summary>
        <p className="muted">{view.notSeenHint}</p>
        {notSeen.length === 0 ? (
          <p className="muted">{pass.notSeen === null ? view.notSeenUnknown : view.noneNotSeen}</p>
        ) : (
          <ContactTable label={view.notSeen(time)} contacts={notSeen} />
        )}
      </details>
      {others.length === 0 ? null : (
        <details className={styles.contacts}>
          <summary>{view.listed(view.otherContacts(time), others.length)}</summary>
          <ContactTable
            label={view.otherContacts(time)}
            contacts={others}
            reasonOf={({ reason }) => texts.reasons[reason]}
          />
        </details>
      )}
    </>
  );
}

function ContactTable<Contact extends PassContact>({
  label,
  contacts,
  reasonOf,
}: {
  readonly label: string;
  readonly contacts: readonly Contact[];
  readonly reasonOf?: (contact: Contact) => string;
}) {
  const { view } = texts;
  return (
    <Table
      className={rows.table}
      label={label}
      rows={contacts}
      rowKey={({ identifier }) => identifier}
      columns={[
        { title: view.contact, cell: (contact) => <ContactName contact={contact} /> },
        { title: view.kind, cell: ({ kind }) => texts.kinds[kind] },
        { title: view.age, cell: ({ ageMs }) => (ageMs === null ? texts.none : formatDuration(ageMs)) },
        ...(reasonOf ? [{ title: view.reason, cell: reasonOf }] : []),
      ]}
    />
  );
}

function ContactName({ contact: { name, identifier, expected } }: { readonly contact: PassContact }) {
  const { engine } = useApp();
  const text = name ? `${name} (${identifier})` : identifier;
  if (!expected) return text;
  return (
    <button type="button" title={texts.view.showContact} onClick={() => engine.camera.moveTo(expected, 11)}>
      {text}
    </button>
  );
}
