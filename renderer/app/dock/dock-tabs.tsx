import { VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useDock, useUi, useWorkspace } from '../../app/use-stores.ts';
import { formatCount } from '../../components/format.ts';
import type { DockTab } from '../../stores/dock-store.ts';
import styles from './dock.module.css';
import { useFilteredCounts } from './use-filtered-counts.ts';

/** The id of the element that shows what the chosen tab stands for. */
export const tabPanelId = 'dock-panel';

const tabs: readonly { readonly id: DockTab; readonly title: string }[] = [
  { id: 'table', title: 'Table' },
  { id: 'timeline', title: 'Timeline' },
  { id: 'statistics', title: 'Statistics' },
  { id: 'records', title: 'Records' },
  { id: 'passes', title: 'Passes' },
  { id: 'chips', title: 'Chips' },
];

/** What the dock can show. The arrow keys go from tab to tab. */
export function DockTabs() {
  const { stores } = useApp();
  const open = useUi((state) => state.dockOpen);
  const chosen = useDock((state) => state.tab);

  function choose(tab: DockTab): void {
    stores.dock.setState({ tab });
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
    <div className={styles.tabs} role="tablist" aria-label="Detections as" onKeyDown={onKeyDown}>
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
  const all = useWorkspace((state) => state.counts);
  const filtered = useFilteredCounts();
  const total = all.state === 'ready' ? filtered.data?.detections : undefined;
  if (total === undefined || all.state !== 'ready') return null;
  return (
    <>
      <span className={styles.count}>{` · ${formatCount(total)}`}</span>
      {total < all.value.detections ? (
        <VisuallyHidden> of {formatCount(all.value.detections)}</VisuallyHidden>
      ) : null}
    </>
  );
}
