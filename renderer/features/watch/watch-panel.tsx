import { Modal, SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { watchUnreadQuery } from '../../api/live-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { OfflineNote } from '../../context/offline-note.tsx';
import { useSession, useWatch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { Inbox } from './inbox.tsx';
import { discardRule } from './rule-actions.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import { texts } from './texts.ts';

/** The side panel of the watch: the inbox, and the rules. */
export function WatchPanel() {
  const app = useApp();
  const { queries, commands, stores } = app;
  const hasWorkspace = useSession(({ session }) => (session?.workspace ?? 'none') !== 'none');
  const part = useWatch((state) => state.part);
  const editedRule = useWatch((state) => state.editedRule);
  const unread = useQuery(watchUnreadQuery(queries)).data?.unread ?? 0;
  const { setPart, editRule } = stores.watch.getState();
  const discard = () => discardRule(app);
  return (
    <>
      <PanelHeading title={texts.panel.title}>
        <TextButton onClick={() => commands.run('watch.new-rule')}>{texts.panel.newRule}</TextButton>
      </PanelHeading>
      {hasWorkspace ? (
        <>
          <SegmentedControl
            fullWidth
            aria-label={texts.panel.parts}
            data={[
              { value: 'inbox', label: texts.panel.inbox(unread) },
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
        title={editedRule?.name ? texts.form.editTitle(editedRule.name) : texts.form.newTitle}
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
