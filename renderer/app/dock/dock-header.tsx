import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDots, IconDownload } from '@tabler/icons-react';
import { copyFormats } from '../../../shared/exchange/copy-formats.ts';
import { useApp } from '../../context/app-context.tsx';
import { useHasDetections } from '../../context/use-live-queries.ts';
import { useDock, useUi } from '../../context/use-stores.ts';
import { HelpButton } from '../../features/help/help-button.tsx';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen } from '../../stores/panel-layout.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './dock.module.css';
import { DockTabs } from './dock-tabs.tsx';

const ColumnChooser = lazyComponent(
  async () => (await import('../../features/table/column-chooser.tsx')).ColumnChooser,
);
const GoToRow = lazyComponent(async () => (await import('../../features/table/go-to-row.tsx')).GoToRow);

const actions = [
  { id: 'results.select-filtered', title: 'Select all filtered' },
  { id: 'results.invert-selection', title: 'Invert the selection' },
  { id: 'results.copy-rows', title: 'Copy selected rows' },
  ...copyFormats.map(({ id, title }) => ({
    id: `results.copy-${id}`,
    title: `Copy selection as ${title}`,
  })),
  { id: 'results.fetch-chips', title: 'Prefetch chips…' },
];

/** The page of the guide for each tab. */
const helpOfTab: Readonly<Record<DockTab, { readonly page: string; readonly panel: string }>> = {
  table: { page: 'show', panel: 'Table' },
  timeline: { page: 'statistics', panel: 'Timeline' },
  statistics: { page: 'statistics', panel: 'Statistics' },
  records: { page: 'inspect', panel: 'Records' },
  passes: { page: 'passes', panel: 'Passes' },
  sites: { page: 'sites', panel: 'Sites' },
  layers: { page: 'layers', panel: 'Layers' },
  ais: { page: 'ais', panel: 'AIS' },
  chips: { page: 'review', panel: 'Chips' },
};

/** The dock's title line: tabs and actions. */
export function DockHeader() {
  const { commands } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const tab = useDock((state) => state.tab);
  const hasDetections = useHasDetections();
  return (
    <div className={styles.head}>
      <DockTabs />
      <span className="grow" />
      {open && tab === 'table' && hasDetections ? (
        <>
          <GoToRow />
          <ColumnChooser />
        </>
      ) : null}
      <TextButton
        className={styles.export}
        title="Export…"
        disabled={!hasDetections}
        onClick={() => commands.run('results.export')}
      >
        <IconDownload size={16} stroke={1.5} aria-hidden />
        <span>Export…</span>
      </TextButton>
      <HelpButton page={helpOfTab[tab].page} panel={helpOfTab[tab].panel} />
      <MoreActions />
      <ActionIcon
        aria-label={open ? 'Hide the table' : 'Show the table'}
        aria-expanded={open}
        onClick={() => commands.run('view.dock')}
      >
        {open ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
      </ActionIcon>
    </div>
  );
}

/** More actions on the detections. A disabled action shows the reason when it is run. */
function MoreActions() {
  const { commands } = useApp();
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon aria-label="More actions" title="More">
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => commands.run(id)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
