import { Menu, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useDock, useResults, useUi } from '../../context/use-stores.ts';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen } from '../../stores/panel-layout.ts';
import { TextButton } from '../../ui/text-button.tsx';
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
  { id: 'layers', title: 'Layers' },
  { id: 'ais', title: 'AIS' },
  { id: 'chips', title: 'Chips' },
];

/** The dock's tabs, and a menu of those that do not fit. The arrow keys go from tab to tab. */
export function DockTabs() {
  const { stores } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const chosen = useDock((state) => state.tab);
  const list = useRef<HTMLDivElement>(null);
  const outside = useTabsOutOfView(list, chosen);

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
        data-cut-left={outside.has('table')}
        data-cut-right={outside.has('chips')}
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
      {outside.size > 0 ? (
        <Menu position="top-start">
          <Menu.Target>
            <TextButton className={styles.moreTabs} title="More views">
              {outside.size} more <IconChevronDown size={13} aria-hidden />
            </TextButton>
          </Menu.Target>
          <Menu.Dropdown>
            {tabs
              .filter(({ id }) => outside.has(id))
              .map(({ id, title }) => (
                <Menu.Item key={id} onClick={() => choose(id)}>
                  {title}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}

/** The tabs of a list that are not wholly in view; the chosen one is scrolled into view. */
function useTabsOutOfView(list: RefObject<HTMLElement | null>, chosen: DockTab): ReadonlySet<string> {
  const [outside, setOutside] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setOutside((before) => {
          const after = new Set(before);
          for (const { target, intersectionRatio } of entries) {
            const tab = (target as HTMLElement).dataset.tab ?? '';
            if (intersectionRatio < wholeTab) after.add(tab);
            else after.delete(tab);
          }
          return after;
        }),
      { root, threshold: wholeTab },
    );
    for (const tab of root.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [list]);
  const isChosenOutside = outside.has(chosen);
  useEffect(() => {
    const root = list.current;
    const tab = root?.querySelector(`[data-tab="${chosen}"]`);
    if (!root || !tab || !isChosenOutside) return;
    const [of, to] = [tab.getBoundingClientRect(), root.getBoundingClientRect()];
    root.scrollLeft += of.left < to.left ? of.left - to.left : Math.max(0, of.right - to.right);
  }, [list, chosen, isChosenOutside]);
  return outside;
}

/** The share of a tab at which it counts as wholly in view: widths are rounded. */
const wholeTab = 0.98;

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
