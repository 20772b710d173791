import { Menu, Modal, SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../shared/format.ts';
import type { ListedWatchRule } from '../../../shared/watch/watch-list.ts';
import { conditionText, type WatchRule, type WatchSilence } from '../../../shared/watch/watch-rule.ts';
import { watchedPeriod } from '../../../shared/watch/watch-status.ts';
import { watchUnreadQuery } from '../../api/live-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { OfflineNote } from '../../context/offline-note.tsx';
import { useSession, useWatch } from '../../context/use-stores.ts';
import { useSavedSearches } from '../../context/use-workspace-queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import itemList from '../../ui/item-list.module.css';
import { Note } from '../../ui/note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Inbox } from './inbox.tsx';
import {
  confirmRule,
  deleteRule,
  discardRule,
  endSilence,
  fetchForRule,
  silenceRule,
  toSettings,
} from './rule-actions.ts';
import { RuleForm } from './rule-form.tsx';
import { texts } from './texts.ts';
import styles from './watch.module.css';

/** The side panel of the watch: the inbox, and the rules. */
export function WatchPanel() {
  const app = useApp();
  const { queries, commands, stores } = app;
  const hasWorkspace = useSession(({ session }) => (session?.workspace ?? 'none') !== 'none');
  const part = useWatch((state) => state.part);
  const editedRule = useWatch((state) => state.editedRule);
  const unread = useQuery(watchUnreadQuery(queries)).data?.unread;
  const rules = useQuery(queries.watch.list.queryOptions(undefined, { enabled: hasWorkspace })).data?.rules;
  const stored = rules?.find(({ rule }) => rule.id === editedRule?.id);
  const { setPart, editRule } = stores.watch.getState();
  const discard = () => discardRule(app);
  return (
    <>
      <PanelHeading title={texts.panel.title}>
        <TextButton onClick={() => commands.run('watch.new-rule')}>{texts.panel.newRule}</TextButton>
      </PanelHeading>
      {hasWorkspace ? (
        <>
          {rules?.length && unread !== undefined ? (
            <p className={styles.line}>
              {texts.panel.line(
                rules.map(({ status }) => status),
                unread,
              )}
            </p>
          ) : null}
          <SegmentedControl
            fullWidth
            aria-label={texts.panel.parts}
            data={[
              { value: 'inbox', label: texts.panel.inbox(unread ?? 0) },
              { value: 'rules', label: texts.panel.rules },
            ]}
            value={part}
            onChange={(value) => setPart(value === 'rules' ? 'rules' : 'inbox')}
          />
          <OfflineNote what={texts.panel.fetching} />
          {part === 'inbox' ? (
            <Inbox />
          ) : (
            <>
              <RuleList />
              <TraySwitch />
            </>
          )}
        </>
      ) : (
        <EmptyState title={texts.panel.noWorkspace} hint={texts.panel.noWorkspaceHint} />
      )}
      <Modal
        opened={editedRule !== null}
        onClose={discard}
        title={stored ? texts.form.editTitle(stored.rule.name) : texts.form.newTitle}
        size={520}
      >
        {editedRule ? (
          <RuleForm key={editedRule.id} rule={editedRule} onSaved={() => editRule(null)} onCancel={discard} />
        ) : null}
      </Modal>
    </>
  );
}

/** Whether Sightline watches on while its window is closed; nothing where the host has no notification area. */
function TraySwitch() {
  const { api, queries } = useApp();
  const { data } = useQuery(queries.watch.tray.queryOptions());
  if (data === undefined || data === null) return null;
  const change = async (isOn: boolean) => {
    const saved = await api.watch.setTray.mutate(isOn);
    if (!saved.ok) notifyFailure(saved.failure, texts.tray.notSaved);
  };
  return (
    <Switch
      mt="md"
      label={texts.tray.label}
      description={texts.tray.hint}
      checked={data}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

/** The rules, each with up to when it has watched. */
function RuleList() {
  const { commands, queries } = useApp();
  const hasSearches = (useSavedSearches().data?.searches.length ?? 1) > 0;
  const { data, error, refetch } = useQuery(queries.watch.list.queryOptions());
  return (
    <section aria-label={texts.rules.list}>
      <QueryState
        query={{ data, error, refetch }}
        title={texts.rules.notRead}
        loading={texts.rules.loading}
      />
      {data && data.unreadable > 0 ? (
        <Note tone="warn">{texts.rules.unreadable(data.unreadable)}</Note>
      ) : null}
      {data?.rules.length === 0 ? (
        <EmptyState title={texts.rules.none} hint={hasSearches ? texts.rules.noneHint : texts.rules.noSearch}>
          {hasSearches ? null : (
            <TextButton onClick={() => commands.run('view.results')}>{texts.rules.toResults}</TextButton>
          )}
        </EmptyState>
      ) : null}
      <ul className={itemList.list} aria-label={texts.rules.list}>
        {(data?.rules ?? []).map((listed) => (
          <RuleItem key={listed.rule.id} listed={listed} />
        ))}
      </ul>
    </section>
  );
}

const dayMs = 86_400_000;
/** In the last days a rule states when it ends. */
const endingMs = 7 * dayMs;

function RuleItem({ listed }: { readonly listed: ListedWatchRule }) {
  const app = useApp();
  const now = useNow(60_000);
  const canFetch = useSession(
    ({ session }) => session?.status === 'signed-in' && session.workspace === 'open',
  );
  const { rule, searchName, runs, areaName, events, status } = listed;
  const { watchedFrom, unwatched, expiresAt, isFetching, isScheduled } = status;
  const area = rule.areaId === null ? texts.rules.everywhere : (areaName ?? texts.rules.areaGone);
  const period = watchedPeriod(status, formatTime);
  const silence = latestSilence(rule);
  const labelled = (action: string) => texts.rules.of(action, rule.name);
  return (
    <li className={itemList.item} aria-label={rule.name}>
      <div className={itemList.itemHead}>
        <span className={styles.rule}>{rule.name}</span>
        <span className={styles.kind}>{texts.rules.findings(events)}</span>
      </div>
      <p className={styles.facts}>
        {[
          texts.rules.search(searchName, isScheduled ? runs : null),
          area,
          rule.expression,
          conditionText(rule.condition),
        ]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </p>
      {unwatched ? (
        <Note tone="warn">{texts.rules.notWatched(status)}</Note>
      ) : period !== null ? (
        <p className={styles.facts}>{texts.rules.watched(period)}</p>
      ) : watchedFrom === null ? null : (
        <p className={styles.facts}>{texts.rules.watchesFrom(watchedFrom)}</p>
      )}
      {searchName !== null && !isScheduled ? (
        <p className={styles.facts}>{texts.rules.notScheduled}</p>
      ) : null}
      {isFetching ? <p className={styles.facts}>{texts.rules.fetching}</p> : null}
      {silence ? (
        <p className={styles.facts}>{texts.rules.silent(silence, rule.silences.length - 1)}</p>
      ) : null}
      {now < expiresAt && expiresAt - now < endingMs ? (
        <p className={styles.facts}>{texts.rules.ends(expiresAt - now)}</p>
      ) : null}
      <div className={itemList.actions}>
        <TextButton
          aria-label={labelled(texts.rules.fetch)}
          disabled={!canFetch || isFetching || searchName === null}
          onClick={() => void fetchForRule(app, rule)}
        >
          {texts.rules.fetch}
        </TextButton>
        <TextButton
          aria-label={labelled(texts.rules.edit)}
          onClick={() => app.stores.watch.getState().editRule(toSettings(rule))}
        >
          {texts.rules.edit}
        </TextButton>
        <TextButton aria-label={labelled(texts.rules.confirm)} onClick={() => void confirmRule(app, rule)}>
          {texts.rules.confirm}
        </TextButton>
        <SilenceMenu listed={listed} />
        <TextButton aria-label={labelled(texts.rules.delete)} onClick={() => void deleteRule(app, rule)}>
          {texts.rules.delete}
        </TextButton>
      </div>
    </li>
  );
}

/** The silence that ends last, which the list states: what was collected in a past one may still be uploaded. */
function latestSilence({ silences }: Pick<WatchRule, 'silences'>): WatchSilence | undefined {
  return silences.toSorted((one, other) => Date.parse(other.to) - Date.parse(one.to))[0];
}

function SilenceMenu({ listed: { rule } }: { readonly listed: ListedWatchRule }) {
  const app = useApp();
  const latest = latestSilence(rule);
  const silence = (fromMs: number, toMs: number) => {
    const now = Date.now();
    void silenceRule(app, rule, [Math.max(0, now + fromMs), now + toMs]);
  };
  return (
    <Menu position="bottom-start" returnFocus>
      <Menu.Target>
        <TextButton aria-label={texts.rules.of(texts.rules.silence, rule.name)}>
          {texts.rules.silence}
        </TextButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.rules.silenceHint}</Menu.Label>
        <Menu.Item onClick={() => silence(0, dayMs)}>{texts.rules.silenceFor.day}</Menu.Item>
        <Menu.Item onClick={() => silence(0, 7 * dayMs)}>{texts.rules.silenceFor.week}</Menu.Item>
        <Menu.Item onClick={() => silence(Number.NEGATIVE_INFINITY, 0)}>{texts.rules.silencePast}</Menu.Item>
        {latest ? (
          <Menu.Item onClick={() => void endSilence(app, rule, latest)}>{texts.rules.endSilence}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
