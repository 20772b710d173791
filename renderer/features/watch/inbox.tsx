import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type InboxView, inboxViews } from '../../../shared/watch/watch-event.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWatch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { InboxItem } from './inbox-item.tsx';
import { texts } from './texts.ts';
import styles from './watch.module.css';

/** Findings that are shown at once; each click on “more” adds as many. */
const pageSize = 50;
const maxShown = 200;
/** A snooze that has ended shows its finding within a minute. */
const refetchMs = 60_000;

/** What the rules have found, last found first. */
export function Inbox() {
  const { api, commands, stores } = useApp();
  const view = useWatch((state) => state.view);
  const [limit, setLimit] = useState(pageSize);
  const page = { view, offset: 0, limit };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.watchInbox(page),
    queryFn: async ({ signal }) => unwrap(await api.watch.inbox.query(page, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  const choose = (value: InboxView) => {
    setLimit(pageSize);
    stores.watch.getState().setView(value);
  };
  return (
    <section aria-label={texts.panel.inbox(0)}>
      <div className={styles.tools}>
        <NativeSelect
          aria-label={texts.inbox.view}
          data={inboxViews.map((value) => ({ value, label: texts.inbox.views[value] }))}
          value={view}
          onChange={({ currentTarget: { value } }) =>
            choose(inboxViews.find((each) => each === value) ?? 'open')
          }
        />
        <TextButton disabled={!data?.unread} onClick={() => commands.run('watch.mark-all-read')}>
          {texts.inbox.markAll}
        </TextButton>
        <TextButton onClick={() => void commands.runWith('export.report', { kind: 'watch' })}>
          {texts.inbox.digest}
        </TextButton>
      </div>
      {error ? (
        <FailureNote failure={toFailure(error)} title={texts.inbox.notRead} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !error ? <LoadingState label={texts.inbox.loading} /> : null}
      {data?.total === 0 ? (
        <EmptyState
          title={texts.inbox.none[view]}
          hint={view === 'open' ? texts.inbox.noneHint : undefined}
        />
      ) : null}
      <ul className={styles.list} aria-label={texts.inbox.list}>
        {(data?.events ?? []).map((event) => (
          <InboxItem key={event.id} event={event} />
        ))}
      </ul>
      {data && data.events.length < Math.min(data.total, maxShown) ? (
        <TextButton onClick={() => setLimit(Math.min(limit + pageSize, maxShown))}>
          {texts.inbox.more(data.events.length, data.total)}
        </TextButton>
      ) : null}
    </section>
  );
}
