import { Popover } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { useApp } from '../../../context/app-context.tsx';
import { SelectionActions } from '../../../context/selection-actions.tsx';
import { useFilteredCounts } from '../../../context/use-filtered-counts.ts';
import { useHasDetections, useWorkspaceCounts } from '../../../context/use-live-queries.ts';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RemovableChip } from '../../../ui/removable-chip.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import styles from './show.module.css';

const NextActionButton = lazyComponent(
  async () => (await import('./next-action-button.tsx')).NextActionButton,
);
const FilterChips = lazyComponent(async () => (await import('./filter-chips.tsx')).FilterChips);

/** The number of detections that are shown, each part of the filter with its editor, and the next action. */
export function ShowBar() {
  const { commands } = useApp();
  const { ref, width } = useElementSize<HTMLElement>();
  const isFiltered = useResults((state) => Object.keys(state.filter).length > 0);
  const hasDetections = useHasDetections();
  return (
    <section ref={ref} className={styles.bar} aria-label={texts.bar.label}>
      {hasDetections || isFiltered ? (
        <>
          <IconFilter size={16} stroke={1.5} className={styles.icon} aria-hidden />
          <ShownCount />
          <FilterChips barWidth={width} />
          <FilterButton hasLabel={!isFiltered || width >= 900} />
        </>
      ) : null}
      <span className="grow" />
      {isFiltered ? (
        <TextButton className={styles.clear} onClick={() => commands.run('results.clear-filter')}>
          {texts.bar.clearAll}
        </TextButton>
      ) : null}
      <NextActionButton />
    </section>
  );
}

/** The number of shown detections. */
function ShownCount() {
  const all = useWorkspaceCounts();
  const filtered = useFilteredCounts();
  const isFiltered = useResults((state) => Object.keys(state.filter).length > 0);
  const total = all.state === 'ready' ? all.value.detections : undefined;
  // Two counts of different moments must not look like a filter where there is none.
  const shown = isFiltered ? filtered.data?.detections : total;
  return (
    <span className={styles.count} aria-busy={isFiltered && filtered.isFetching}>
      <strong>{texts.bar.showing}</strong>
      {total === undefined || shown === undefined ? null : (
        <>
          {' '}
          <strong>{formatCount(shown)}</strong> {texts.bar.ofTotal(total)}
        </>
      )}
    </span>
  );
}

const FilterEditor = lazyComponent(async () => (await import('../filter/filter-editor.tsx')).FilterEditor);

/**
 * The button that opens the filter editor. The editor stays open until it is closed, so that the map can be moved and
 * rows be inspected. It follows its button in the document, so that the keys of the page still work.
 */
function FilterButton({ hasLabel }: { readonly hasLabel: boolean }) {
  const { commands, stores } = useApp();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useUi((state) => state.filterOpen);
  const close = () => {
    stores.ui.getState().setFilterOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.round}
        data-has-label={hasLabel || undefined}
        aria-label={texts.bar.filter}
        aria-expanded={isOpen}
        title={texts.bar.filterHint}
        onClick={() => (isOpen ? close() : commands.run('results.filter'))}
      >
        <IconPlus size={15} stroke={1.75} aria-hidden />
        {hasLabel ? texts.bar.filter : null}
      </button>
      <Popover
        // Below dialogs, which keys open while it is open; Mantine's are at 200.
        zIndex={150}
        opened={isOpen}
        position="bottom-start"
        offset={8}
        width={440}
        withinPortal={false}
        withRoles={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Popover.Target>
          <span className={styles.anchor} />
        </Popover.Target>
        <Popover.Dropdown className={styles.editor}>
          <FilterEditor onClose={close} />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** The number of selected detections, with a button that clears the selection. */
export function SelectionChip() {
  const { commands } = useApp();
  const selected = useResults((state) => state.selectedIds.size);
  if (selected === 0) return null;
  return (
    <RemovableChip
      text={texts.bar.selected(selected)}
      actions={<SelectionActions />}
      removeLabel={texts.bar.clearSelection}
      onRemove={() => commands.run('results.clear-selection')}
    />
  );
}
