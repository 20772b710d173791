import { Menu, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { layerListQuery } from '../../api/live-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useAreaList, useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useDock, useResults, useUi } from '../../context/use-stores.ts';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen } from '../../stores/panel-layout.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './dock.module.css';

/** The id of the tab panel's element. */
export const tabPanelId = 'dock-panel';

type Tab = { readonly id: DockTab; readonly title: string };

/** The views that are always a tab. */
const fixedTabs: readonly Tab[] = [
  { id: 'table', title: 'Table' },
  { id: 'passes', title: 'Passes' },
  { id: 'statistics', title: 'Statistics' },
];

/** The views behind “More”, each a tab while it is chosen; those with content of their own from that on. */
const moreTabs: readonly Tab[] = [
  { id: 'timeline', title: 'Timeline' },
  { id: 'records', title: 'Records' },
  { id: 'sites', title: 'Sites' },
  { id: 'ais', title: 'AIS' },
  { id: 'layers', title: 'Attributes' },
  { id: 'chips', title: 'Chips' },
];

/** The dock's tabs, and a menu of the other views. The arrow keys go from tab to tab. */
export function DockTabs() {
  const { stores } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const chosen = useDock((state) => state.tab);
  const filled = useFilledTabs();
  const list = useRef<HTMLDivElement>(null);
  const tabs = [...fixedTabs, ...moreTabs.filter(({ id }) => id === chosen || filled.has(id))];
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${chosen}"]`)?.scrollIntoView({ inline: 'nearest' });
  }, [chosen]);

  function choose(tab: DockTab): void {
    stores.dock.getState().setTab(tab);
    stores.ui.getState().setDockOpen(true);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    event.currentTarget.querySelector<HTMLElement>(`#dock-tab-${next.id}`)?.focus();
  }

  return (
    <>
      <div
        ref={list}
        className={styles.tabs}
        role="tablist"
        aria-label="Detection views"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`dock-tab-${id}`}
            data-tab={id}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={chosen === id}
            aria-controls={open ? tabPanelId : undefined}
            tabIndex={chosen === id ? 0 : -1}
            // A tab that moves while the button is down, as when the count arrives, would have no click.
            onMouseDown={({ button }) => button === 0 && choose(id)}
            onClick={() => choose(id)}
          >
            {title}
            {id === 'table' ? <TableCount /> : null}
          </button>
        ))}
      </div>
      <Menu position="top-start">
        <Menu.Target>
          <TextButton className={styles.moreTabs} aria-label="More views">
            More <IconChevronDown size={13} aria-hidden />
          </TextButton>
        </Menu.Target>
        <Menu.Dropdown>
          {moreTabs.map(({ id, title }) => (
            <Menu.Item key={id} onClick={() => choose(id)}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The views of “More” that have content: sites, AIS files, layers. */
export function useFilledTabs(): ReadonlySet<DockTab> {
  const { queries } = useApp();
  const hasWorkspace = useWorkspaceCounts().state === 'ready';
  const areas = useAreaList();
  const files = useQuery(queries.ais.files.queryOptions(undefined, { enabled: hasWorkspace }));
  const layers = useQuery({ ...layerListQuery(queries), enabled: hasWorkspace });
  return new Set<DockTab>([
    ...(areas.some(({ site }) => site !== undefined) ? (['sites'] as const) : []),
    ...(files.data?.length ? (['ais'] as const) : []),
    ...(layers.data?.length ? (['layers'] as const) : []),
  ]);
}

function TableCount() {
  const all = useWorkspaceCounts();
  const filtered = useFilteredCounts();
  const hasFilter = useResults((state) => Object.keys(state.filter).length > 0);
  if (all.state !== 'ready') return null;
  // Two counts of different moments must not look like a filter where there is none.
  const total = hasFilter ? filtered.data?.detections : all.value.detections;
  if (total === undefined) return null;
  return (
    <>
      {/* Until the present count of the filter arrives, the former one is shown as busy. */}
      <span
        className={styles.count}
        aria-busy={hasFilter && filtered.isFetching}
      >{` · ${formatCount(total)}`}</span>
      {total < all.value.detections ? (
        <VisuallyHidden> of {formatCount(all.value.detections)}</VisuallyHidden>
      ) : null}
    </>
  );
}
