import { Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useApp } from '../../../context/app-context.tsx';
import { useUi } from '../../../context/use-stores.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { texts } from '../texts.ts';
import styles from './show.module.css';

const FilterEditor = lazyComponent(async () => (await import('../filter/filter-editor.tsx')).FilterEditor);

/**
 * The button that opens the filter editor. The editor stays open until it is closed, so that the map can be moved and
 * rows be inspected. It follows its button in the document, so that the keys of the page still work.
 */
export function FilterButton({ hasLabel }: { readonly hasLabel: boolean }) {
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
