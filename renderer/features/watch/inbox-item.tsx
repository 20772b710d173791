import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { collectedText } from '../../../shared/watch/plan-notifications.ts';
import type { InboxEvent } from '../../../shared/watch/watch-event.ts';
import { useApp } from '../../context/app-context.tsx';
import { BreakableId } from '../../ui/breakable-id.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { changeInbox, showEvent } from './inbox-actions.ts';
import { texts } from './texts.ts';
import styles from './watch.module.css';

const hourMs = 3_600_000;
const snoozes = [
  { label: texts.inbox.snoozeFor.hour, ms: hourMs },
  { label: texts.inbox.snoozeFor.day, ms: 24 * hourMs },
  { label: texts.inbox.snoozeFor.week, ms: 7 * 24 * hourMs },
] as const;

/** A finding: its reason, how long ago it was collected, its actions, and its evidence. */
export function InboxItem({ event }: { readonly event: InboxEvent }) {
  const app = useApp();
  const now = useNow(60_000);
  const { id, ruleName, finding, isRead, isSilenced, snoozedUntil, collectedAt } = event;
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now;
  return (
    <li className={styles.item} data-unread={!isRead || undefined} aria-label={finding.statement}>
      <div className={styles.itemHead}>
        <span className={styles.rule}>{ruleName}</span>
        {isRead ? null : <span className={styles.unread}>{texts.inbox.unread}</span>}
      </div>
      <p className={styles.statement}>{finding.statement}</p>
      <p className={styles.facts}>
        {collectedText(collectedAt, now)} {texts.inbox.found(finding.madeAt)}.
      </p>
      {isSilenced ? <p className={styles.facts}>{texts.inbox.silenced}</p> : null}
      {isSnoozed ? <p className={styles.facts}>{texts.inbox.snoozedUntil(snoozedUntil)}</p> : null}
      <div className={styles.actions}>
        <TextButton
          aria-label={texts.inbox.showOf(finding.statement)}
          onClick={() => void showEvent(app, event)}
        >
          {texts.inbox.show}
        </TextButton>
        <TextButton onClick={() => void changeInbox(app, { ids: [id], isRead: !isRead })}>
          {isRead ? texts.inbox.markUnread : texts.inbox.markRead}
        </TextButton>
        {isSilenced ? null : isSnoozed ? (
          <TextButton onClick={() => void changeInbox(app, { ids: [id], snoozedUntil: null })}>
            {texts.inbox.wake}
          </TextButton>
        ) : (
          <Menu position="bottom-start" returnFocus>
            <Menu.Target>
              <TextButton>{texts.inbox.snooze}</TextButton>
            </Menu.Target>
            <Menu.Dropdown>
              {snoozes.map(({ label, ms }) => (
                <Menu.Item
                  key={label}
                  onClick={() => {
                    const until = new Date(Date.now() + ms).toISOString();
                    void changeInbox(app, { ids: [id], snoozedUntil: until });
                  }}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Evidence event={event} />
    </li>
  );
}

/** Records that are named; the digest of the command line names all. */
const maxRecordsShown = 5;

/** What the statement rests on. */
function Evidence({ event: { finding } }: { readonly event: InboxEvent }) {
  const { evidence, inference } = finding;
  return (
    <details className={styles.evidence}>
      <summary>{texts.inbox.evidence}</summary>
      <dl>
        {inference ? <Row name={texts.inbox.inferred}>{inference.statement}</Row> : null}
        <Row name={texts.inbox.conditions}>
          {evidence.conditions.map((condition) => (
            <div key={condition}>{condition}</div>
          ))}
        </Row>
        {evidence.looks.length > 0 ? (
          <Row name={texts.inbox.looks}>
            {evidence.looks.map(({ key, sensorName, collectedAt, matches, share }) => (
              <div key={key}>{texts.inbox.look(sensorName, collectedAt, matches, share)}</div>
            ))}
          </Row>
        ) : null}
        <Row name={texts.inbox.records}>
          {evidence.recordIds.slice(0, maxRecordsShown).map((recordId) => (
            <div key={recordId}>
              <BreakableId id={recordId} />
            </div>
          ))}
          {evidence.recordIds.length > maxRecordsShown
            ? texts.inbox.moreRecords(evidence.recordIds.length - maxRecordsShown)
            : null}
        </Row>
        {evidence.detections.length > 0 ? (
          <Row name={texts.inbox.reviewer}>
            {evidence.reviewer === null ? texts.inbox.notReviewed : texts.inbox.reviewedBy(evidence.reviewer)}
          </Row>
        ) : null}
      </dl>
    </details>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
