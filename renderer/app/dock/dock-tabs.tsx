import { VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useDock, useResults, useUi } from '../../context/use-stores.ts';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen } from '../../stores/panel-layout.ts';
import styles from './dock.module.css';

/** The id of the tab panel's element. */
export const tabPanelId = 'dock-panel';

const tabs: readonly { readonly id: DockTab; readonly title: string }[] = [
  { id: 'table', title: 'Table' },
  { id: 'timeline', title: 'Timeline' },
  { id: 'statistics', title: 'Statistics' },
  { id: 'records', title: 'Records' },
  { id: 'passes', title: 'Passes' },
  { id: 'sites', title: 'Sites' },
  { id: 'ais', title: 'AIS' },
  { id: 'chips', title: 'Chips' },
];

/** The dock's tabs. The arrow keys go from tab to tab. */
export function DockTabs() {
  const { stores } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const chosen = useDock((state) => state.tab);

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
    <div className={styles.tabs} role="tablist" aria-label="Detection views" onKeyDown={onKeyDown}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          id={`dock-tab-${id}`}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={chosen === id}
          aria-controls={open ? tabPanelId : undefined}
          tabIndex={chosen === id ? 0 : -1}
          onClick={() => choose(id)}
        >
          {title}
          {id === 'table' ? <TableCount /> : null}
        </button>
      ))}
    </div>
  );
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
