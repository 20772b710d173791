import { Popover } from '@mantine/core';
import { findAreaByRings } from '../../../../shared/areas/find-area-by-rings.ts';
import { describeFilter, type FilterPart } from '../../../../shared/results/describe-filter.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useLayerNotes } from '../../../context/use-layer-notes.ts';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useResults, useUi, useWorkspace } from '../../../context/use-stores.ts';
import { useUnknownFields } from '../../../context/use-unknown-fields.ts';
import { RemovableChip } from '../../../ui/removable-chip.tsx';
import { texts } from '../texts.ts';
import styles from './show.module.css';

/** One chip for each part of the filter, with a button that removes it. Those for which the bar is too narrow are folded. */
export function FilterChips({ barWidth }: { readonly barWidth: number }) {
  const filter = useResults((state) => state.filter);
  const areas = useAreaList();
  const isEditing = useUi((state) => state.filterOpen);
  const fetch = useWorkspace(({ jobs }) => jobs.find(({ id }) => id === filter.fetchId)?.title);
  const area = filter.within ? findAreaByRings(filter.within, areas) : undefined;
  const parts = describeFilter(filter, { area: area?.name, fetch });
  if (parts.length === 0) return null;
  const unfolded = countUnfolded(
    parts.map(({ text }) => text),
    barWidth,
    // The editor hangs below the first row: a second one would be covered, or move what is edited.
    isEditing ? 1 : 2,
  );
  const folded = parts.slice(unfolded);
  return (
    <div className={styles.chips}>
      {parts.slice(0, unfolded).map((part) => (
        <FilterChip key={part.text} part={part} />
      ))}
      {folded.length > 0 ? <FoldedChips parts={folded} /> : null}
    </div>
  );
}

function FilterChip({ part }: { readonly part: FilterPart }) {
  const { stores } = useApp();
  const { text, members, expression } = part;
  const problems = useUnknownFields();
  const notes = useLayerNotes(expression?.text);
  const { removeFilters, setFilter } = stores.results.getState();
  return (
    <RemovableChip
      text={chipText(part)}
      {...(notes.length > 0 ? { title: [expression?.text, ...notes].join('\n') } : {})}
      problem={expression ? problems.join(' ') : ''}
      removeLabel={texts.bar.remove(text)}
      onRemove={() => (expression ? setFilter({ expression: expression.rest }) : removeFilters(members))}
    />
  );
}

/** Begins with a capital, unless the text is the user's. */
function chipText({ text, members, expression }: FilterPart): string {
  const isTyped = (expression && !expression.exclusion) || members.includes('text');
  return isTyped ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function FoldedChips({ parts }: { readonly parts: readonly FilterPart[] }) {
  return (
    <Popover position="bottom" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.round}
          data-has-label
          aria-label={texts.bar.more(parts.length)}
        >
          {texts.bar.foldedCount(parts.length)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.folded}>
        {parts.map((part) => (
          <FilterChip key={part.text} part={part} />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** CSS pixels of a chip: its padding and button, each character, and at most. */
const chip = { frame: 44, character: 6.4, max: 300, gap: 6 } as const;

/** CSS pixels of what stands next to the chips: the count and the buttons. */
const besideChips = 330;
/** CSS pixels of the button that counts the folded chips. */
const foldedButton = 76;

/** The number of chips with these texts that are shown in rows of a bar; the others are folded into one. */
export function countUnfolded(texts: readonly string[], barWidth: number, maxRows: number): number {
  if (barWidth === 0) return texts.length;
  const rowWidth = barWidth - besideChips;
  const widthOf = (text: string) => Math.min(chip.max, chip.frame + text.length * chip.character) + chip.gap;
  let [row, left, unfolded, unfoldedWithButton] = [1, rowWidth, 0, 0];
  for (const text of texts) {
    if (widthOf(text) > left) {
      row += 1;
      left = rowWidth;
    }
    if (row > maxRows || widthOf(text) > left) break;
    left -= widthOf(text);
    unfolded += 1;
    if (row < maxRows || left >= foldedButton) unfoldedWithButton = unfolded;
  }
  if (unfolded === texts.length) return unfolded;
  // One is worth showing even when it is cut off.
  return Math.max(unfoldedWithButton, Math.min(texts.length, 1));
}
