import { Popover } from '@mantine/core';
import { describeFilter, type FilterPart } from '../../../../shared/results/describe-filter.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useLayerNotes } from '../../../context/use-layer-notes.ts';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useResults, useWorkspace } from '../../../context/use-stores.ts';
import { useUnknownFields } from '../../../context/use-unknown-fields.ts';
import { RemovableChip } from '../../../ui/removable-chip.tsx';
import { findAreaByRings } from '../filter/find-area-by-rings.ts';
import { texts } from '../texts.ts';
import { countUnfolded } from './fold-chips.ts';
import styles from './show.module.css';

/** One chip for each part of the filter, with a button that removes it. Those for which the bar is too narrow are folded. */
export function FilterChips({ barWidth }: { readonly barWidth: number }) {
  const filter = useResults((state) => state.filter);
  const areas = useAreaList();
  const fetch = useWorkspace(({ jobs }) => jobs.find(({ id }) => id === filter.fetchId)?.title);
  const area = filter.within ? findAreaByRings(filter.within, areas) : undefined;
  const parts = describeFilter(filter, { area: area?.name, fetch });
  if (parts.length === 0) return null;
  const unfolded = countUnfolded(
    parts.map(({ text }) => text),
    barWidth,
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
