import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useUi, useWorkspace } from '../../app/use-stores.ts';
import { formatCount } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import styles from './dock.module.css';
import { FilterChips } from './filter-chips.tsx';
import { useFilteredCounts } from './use-filtered-counts.ts';

/** The dock's title line: how many detections, what restricts them, and what can be done with them. */
export function DockHead() {
  const { commands, stores } = useApp();
  const open = useUi((state) => state.dockOpen);
  const filterOpen = useUi((state) => state.filterOpen);
  const selected = useResults((state) => state.selectedIds.size);
  const all = useWorkspace((state) => state.counts);
  const filtered = useFilteredCounts();
  const total = all.state === 'ready' ? filtered.data?.detections : undefined;
  const hasDetections = all.state === 'ready' && all.value.detections > 0;
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        Table{total === undefined ? '' : ` · ${formatCount(total)}`}
        {total !== undefined && all.state === 'ready' && total < all.value.detections ? (
          <span className="muted"> of {formatCount(all.value.detections)}</span>
        ) : null}
      </h2>
      {selected > 0 ? (
        <span className={styles.chip}>
          <span className={styles.chipText}>{formatCount(selected)} selected</span>
          <button
            type="button"
            aria-label="Clear the selection"
            onClick={() => commands.run('results.clear-selection')}
          >
            ×
          </button>
        </span>
      ) : null}
      <span className="grow" />
      <FilterChips />
      <TextButton
        aria-expanded={open && filterOpen}
        onClick={() =>
          open && filterOpen ? stores.ui.getState().setFilterOpen(false) : commands.run('results.filter')
        }
      >
        Filter
      </TextButton>
      <TextButton disabled={!hasDetections} onClick={() => commands.run('results.export')}>
        Export…
      </TextButton>
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
