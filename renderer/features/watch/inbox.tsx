import { Menu, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { collectedText } from '../../../shared/watch/plan-notifications.ts';
import { type InboxEvent, inboxViews } from '../../../shared/watch/watch-event.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWatch } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { BreakableId } from '../../ui/breakable-id.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import itemList from '../../ui/item-list.module.css';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { texts } from './texts.ts';
import styles from './watch.module.css';
import { changeEvents, showEvent } from './watch-commands.ts';

/** Findings that are shown at once. */
const pageSize = 50;
/** A snooze that has ended shows its finding within a minute. */
const refetchMs = 60_000;

/** Findings of the rules, last found first. */
export function Inbox() {
  const { commands, stores, queries } = useApp();
  const view = useWatch((state) => state.view);
  const offset = useWatch((state) => state.offset);
  const { setOffset, setView } = stores.watch.getState();
  const page = { view, offset, limit: pageSize };
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queries.watch.inbox.queryOptions(page, { placeholderData: keepPreviousData, refetchInterval: refetchMs }),
  );
  const rules = useQuery(queries.watch.list.queryOptions());
  const statuses = (rules.data?.rules ?? []).map(({ status }) => status);
  // The findings of this page may have left the view since it was shown.
  const isPastEnd = data !== undefined && !isPlaceholderData && offset > 0 && offset >= data.total;
  useEffect(() => {
    if (isPastEnd) setOffset(0);
  }, [isPastEnd, setOffset]);
  return (
    <section aria-label={texts.panel.inbox(0)}>
      <div className={styles.tools}>
        <NativeSelect
          aria-label={texts.inbox.view}
          data={inboxViews.map((value) => ({ value, label: texts.inbox.views[value] }))}
          value={view}
          onChange={({ currentTarget: { value } }) =>
            setView(inboxViews.find((each) => each === value) ?? 'open')
          }
        />
        <TextButton disabled={!data?.unread} onClick={() => commands.run('watch.mark-all-read')}>
          {texts.inbox.markAll}
        </TextButton>
        <TextButton onClick={() => void commands.runWith('export.report', { kind: 'watch' })}>
          {texts.inbox.digest}
        </TextButton>
      </div>
      <QueryState
        query={{ data, error, refetch }}
        title={texts.inbox.notRead}
        loading={texts.inbox.loading}
      />
      {data && data.unreadable > 0 ? (
        <Note tone="warn">{texts.inbox.unreadable(data.unreadable)}</Note>
      ) : null}
      {data?.total === 0 ? (
        <EmptyState
          title={view === 'open' ? texts.inbox.none.open(statuses) : texts.inbox.none[view]}
          hint={view === 'open' ? texts.inbox.noneHint(statuses) : undefined}
        />
      ) : null}
      <ul className={itemList.list} aria-label={texts.inbox.list}>
        {(data?.events ?? []).map((event, index, events) => {
          const before = events[index - 1];
          const heading = groupHeading(event);
          return (
            <InboxItem
              key={event.id}
              event={event}
              heading={before && groupHeading(before) === heading ? null : heading}
            />
          );
        })}
      </ul>
      {data && (offset > 0 || data.total > pageSize) ? (
        <nav className={styles.pages} aria-label={texts.inbox.pages}>
          <TextButton disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
            {texts.inbox.newer}
          </TextButton>
          <span role="status">{texts.inbox.range(offset, data.events.length, data.total)}</span>
          <TextButton disabled={offset + pageSize >= data.total} onClick={() => setOffset(offset + pageSize)}>
            {texts.inbox.older}
          </TextButton>
        </nav>
      ) : null}
    </section>
  );
}

/** The rule and the day of a finding, by which findings are grouped. */
function groupHeading({ ruleName, finding }: InboxEvent): string {
  return texts.inbox.group(ruleName, finding.madeAt);
}

const hourMs = 3_600_000;
const snoozes = [
  { label: texts.inbox.snoozeFor.hour, ms: hourMs },
  { label: texts.inbox.snoozeFor.day, ms: 24 * hourMs },
  { label: texts.inbox.snoozeFor.week, ms: 7 * 24 * hourMs },
] as const;

/** A finding: its reason, how long ago it was collected, its actions, and its evidence; the first of a group has its heading. */
function InboxItem({ event, heading }: { readonly event: InboxEvent; readonly heading: string | null }) {
  const app = useApp();
  const now = useNow(60_000);
  const { id, finding, isRead, isSilenced, snoozedUntil, collectedAt } = event;
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now;
  return (
    <li className={itemList.item} data-unread={!isRead || undefined} aria-label={finding.statement}>
      {heading === null ? null : <h3 className={styles.group}>{heading}</h3>}
      <p className={styles.statement}>
        {analyticsOfFinding(event).map((analytic) => (
          <AnalyticMark key={analytic} analytic={analytic} />
        ))}{' '}
        {finding.statement}
        {isRead ? null : <span className={styles.unread}> {texts.inbox.unread}</span>}
      </p>
      <p className={styles.facts}>
        {collectedText(collectedAt, now)} {texts.inbox.found(finding.madeAt)}.
      </p>
      {isSilenced ? <p className={styles.facts}>{texts.inbox.silenced}</p> : null}
      {isSnoozed ? <p className={styles.facts}>{texts.inbox.snoozedUntil(snoozedUntil)}</p> : null}
      <div className={itemList.actions}>
        <TextButton
          aria-label={texts.inbox.showOf(finding.statement)}
          onClick={() => void showEvent(app, event)}
        >
          {texts.inbox.show}
        </TextButton>
        <TextButton onClick={() => void changeEvents(app, { ids: [id], isRead: !isRead })}>
          {isRead ? texts.inbox.markUnread : texts.inbox.markRead}
        </TextButton>
        {isSilenced ? null : isSnoozed ? (
          <TextButton onClick={() => void changeEvents(app, { ids: [id], snoozedUntil: null })}>
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
                    void changeEvents(app, { ids: [id], snoozedUntil: until });
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

function analyticsOfFinding({ finding: { evidence } }: InboxEvent): readonly string[] {
  const { detections, looks: passes } = evidence;
  return [
    ...new Set([
      ...detections.map(({ analytic }) => analytic),
      ...passes.flatMap(({ analytics }) => analytics),
    ]),
  ];
}

/** Records that are named; the digest of the command line names all. */
const maxRecordsShown = 5;

/** Evidence of the statement. */
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
          <Row name={texts.inbox.passes}>
            {evidence.looks.map((pass) => (
              <div key={pass.key}>{texts.inbox.pass(pass)}</div>
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
