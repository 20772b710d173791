import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronUp, IconDots } from '@tabler/icons-react';
import { Activity, type ReactNode } from 'react';
import { copyFormats } from '../../../shared/exchange/copy-formats.ts';
import { useApp } from '../../context/app-context.tsx';
import { useHasDetections } from '../../context/use-live-queries.ts';
import { useReviewStage } from '../../context/use-review-stage.ts';
import { useDock, useUi } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen } from '../../stores/panel-layout.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelResizer } from '../panel-resizer.tsx';
import styles from './dock.module.css';
import { DockTabs, tabPanelId } from './dock-tabs.tsx';
import { useDockGeometry } from './use-dock-geometry.ts';

const dockId = 'dock';

const loading = <LoadingState label="Loading…" />;
const TableView = lazyComponent(async () => (await import('./table-view.tsx')).TableView, loading);
const TimelineView = lazyComponent(
  async () => (await import('../../features/timeline/timeline-view.tsx')).TimelineView,
  loading,
);
const StatisticsView = lazyComponent(
  async () => (await import('../../features/statistics/statistics-view.tsx')).StatisticsView,
  loading,
);
const RecordList = lazyComponent(
  async () => (await import('../../features/records/record-list.tsx')).RecordList,
  loading,
);
const PassList = lazyComponent(
  async () => (await import('../../features/passes/pass-list.tsx')).PassList,
  loading,
);
const SitesView = lazyComponent(
  async () => (await import('../../features/sites/sites-view.tsx')).SitesView,
  loading,
);
const LayerTable = lazyComponent(
  async () => (await import('../../features/layers/vector-layers/layer-table.tsx')).LayerTable,
  loading,
);
const AisView = lazyComponent(async () => (await import('../../features/ais/ais-view.tsx')).AisView, loading);
const ChipTriage = lazyComponent(
  async () => (await import('../../features/review/chips/chip-triage.tsx')).ChipTriage,
  loading,
);

const views: Readonly<Record<DockTab, () => ReactNode>> = {
  table: () => <TableView />,
  timeline: () => <TimelineView />,
  statistics: () => <StatisticsView />,
  records: () => <RecordList />,
  passes: () => <PassList />,
  sites: () => <SitesView />,
  layers: () => <LayerTable />,
  ais: () => <AisView />,
  chips: () => <ChipTriage />,
};

/**
 * The panel below the map: table, timeline and statistics of the detections, records, passes, sites,
 * layers, AIS and chips. While a review
 * covers it, its content neither follows changes nor requests anything, and stays as it was.
 */
export function Dock() {
  const { stores } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const geometry = useDockGeometry();
  const tab = useDock((state) => state.tab);
  const isCovered = useReviewStage() !== null;
  return (
    <section id={dockId} className={styles.dock} aria-label="Detections" data-region="dock">
      <DockHeader />
      {open ? (
        <>
          <div className={styles.content} role="tabpanel" id={tabPanelId} aria-labelledby={`dock-tab-${tab}`}>
            <WorkspaceContent
              key={tab}
              needs={
                tab === 'layers'
                  ? null
                  : tab === 'records' || tab === 'passes' || tab === 'sites' || tab === 'ais'
                    ? 'records'
                    : 'detections'
              }
            >
              <Activity mode={isCovered ? 'hidden' : 'visible'}>{views[tab]()}</Activity>
            </WorkspaceContent>
          </div>
          <PanelResizer
            slot="dock"
            label="Dock height"
            controls={dockId}
            geometry={geometry}
            onResize={(size) => stores.ui.getState().setPanelSize('dock', size)}
          />
        </>
      ) : null}
    </section>
  );
}

/** The room of a button until it is there, so that no tab moves under the pointer. */
const buttonRoom = <ActionIcon className={styles.room ?? ''} aria-hidden disabled />;

const ColumnChooser = lazyComponent(
  async () => (await import('../../features/table/column-chooser.tsx')).ColumnChooser,
  buttonRoom,
);
const GoToRow = lazyComponent(async () => (await import('../../features/table/go-to-row.tsx')).GoToRow);

const actions = [
  { id: 'results.export', title: 'Export…' },
  { id: 'results.go-to-row', title: 'Go to a row…' },
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
  table: { page: 'filters', panel: 'Table' },
  timeline: { page: 'filters', panel: 'Timeline' },
  statistics: { page: 'filters', panel: 'Statistics' },
  records: { page: 'review', panel: 'Records' },
  passes: { page: 'review', panel: 'Passes' },
  sites: { page: 'sites-and-watch', panel: 'Sites' },
  layers: { page: 'map', panel: 'Layers' },
  ais: { page: 'ais', panel: 'AIS' },
  chips: { page: 'review', panel: 'Chips' },
};

/** The dock's title line: tabs and actions. */
function DockHeader() {
  const { commands } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const tab = useDock((state) => state.tab);
  const hasDetections = useHasDetections();
  return (
    <div className={styles.head}>
      <DockTabs />
      <span className="grow" />
      {open && tab === 'table' ? (
        <>
          {hasDetections ? <GoToRow /> : null}
          {hasDetections ? <ColumnChooser /> : buttonRoom}
        </>
      ) : null}
      <MoreActions {...helpOfTab[tab]} />
      {open ? null : (
        <ActionIcon
          aria-label="Show the table"
          aria-expanded={false}
          onClick={() => commands.run('view.dock')}
        >
          <IconChevronUp size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

/** More actions on the detections. A disabled action shows the reason when it is run. */
function MoreActions({ page, panel }: { readonly page: string; readonly panel: string }) {
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
        <Menu.Divider />
        <Menu.Item onClick={() => commands.run('view.dock')}>Show or hide the table</Menu.Item>
        <Menu.Item
          onClick={() => void commands.runWith('help.open', { page })}
        >{`Help on ${panel}`}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
