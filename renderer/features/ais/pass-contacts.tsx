import { useQuery } from '@tanstack/react-query';
import type { AisPassSummary, PassContact } from '../../../shared/ais/pass-outcome.ts';
import { formatTimeLeft } from '../../../shared/format.ts';
import { aisContactsQuery } from '../../api/ais-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import rows from '../../ui/row-table.module.css';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { instantText } from './instant-text.ts';
import { texts } from './texts.ts';

const legendMarks = ['matched', 'candidate', 'not-seen', 'other', 'track', 'shift'] as const;

/** The contacts of a pass that no detection is: those not seen first, then those that could not be compared. */
export function PassContacts({ pass: { passKey, timeMs } }: { readonly pass: AisPassSummary }) {
  const { api, engine } = useApp();
  const { data, error, refetch } = useQuery(aisContactsQuery(api, passKey));
  const { view } = texts;
  const time = instantText(timeMs);
  if (error || !data) return <QueryState query={{ error, refetch }} loading={view.loading} />;
  const expected = data.contacts.flatMap((contact) => (contact.expected ? [[...contact.expected]] : []));
  const contacts = data.contacts
    .filter(({ state }) => state === 'not-seen' || state === 'not-comparable')
    .toSorted((one, other) => Number(one.state !== 'not-seen') - Number(other.state !== 'not-seen'));
  return (
    <>
      <h3 className={styles.heading}>
        {view.notSeen(time)}
        {expected.length === 0 ? null : (
          <TextButton onClick={() => engine.zoomToGeometry({ type: 'MultiPoint', coordinates: expected })}>
            {view.zoom}
          </TextButton>
        )}
      </h3>
      <p className={styles.legend}>
        {view.onMap}:
        {legendMarks.map((mark) => (
          <span key={mark} data-mark={mark}>
            {view.marks[mark]}
          </span>
        ))}
      </p>
      <p className="muted">{view.notSeenHint}</p>
      {contacts.length === 0 ? (
        <p className="muted">{view.noneNotSeen}</p>
      ) : (
        <table className={rows.table} aria-label={view.notSeen(time)}>
          <thead>
            <tr>
              <th scope="col">{view.contact}</th>
              <th scope="col">{view.kind}</th>
              <th scope="col">{view.age}</th>
              <th scope="col">{view.state}</th>
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact) => (
              <tr key={contact.identifier}>
                <td>
                  <ContactName contact={contact} />
                </td>
                <td>{texts.kinds[contact.kind]}</td>
                <td>{contact.ageMs === null ? texts.none : formatTimeLeft(contact.ageMs)}</td>
                <td>
                  {contact.state === 'not-comparable' ? texts.reasons[contact.reason] : texts.view.seen}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function ContactName({ contact: { name, identifier, expected } }: { readonly contact: PassContact }) {
  const { engine } = useApp();
  const text = name ? `${name} (${identifier})` : identifier;
  if (!expected) return text;
  return (
    <button type="button" title={texts.view.showContact} onClick={() => engine.zoomToPosition(expected, 11)}>
      {text}
    </button>
  );
}
