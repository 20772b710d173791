import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { formatSquareMetres } from '../../../../shared/areas/area-display.ts';
import { uniqueNames } from '../../../../shared/areas/unique-names.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useWorkspace } from '../../../app/use-stores.ts';
import type { AreaImport, Candidate } from '../../../area-import/area-import.ts';
import { chooseCandidates, lookAtCandidate } from '../../../commands/import-commands.ts';
import { formatQuantity } from '../../../components/format.ts';
import { TextButton } from '../../../components/text-button.tsx';
import styles from './import.module.css';

const rowHeight = 46;

/** The areas found, each to be chosen, with its size and the name it will get. Thousands are no burden. */
export function CandidateList({ importing }: { readonly importing: AreaImport }) {
  const app = useApp();
  const { candidates, chosen, focusedKey } = importing;
  const names = useNames(importing);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: candidates.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const toggle = (key: number) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    chooseCandidates(app, next);
  };
  return (
    <div ref={scroller} className={styles.candidates}>
      <ul style={{ height: rows.getTotalSize() }} aria-label="Areas found">
        {rows.getVirtualItems().map(({ index, start }) => {
          const candidate = candidates[index];
          return candidate ? (
            <li
              key={candidate.key}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              data-focused={candidate.key === focusedKey || undefined}
            >
              <CandidateRow
                candidate={candidate}
                name={names.get(candidate.key) ?? candidate.name}
                isChosen={chosen.has(candidate.key)}
                onToggle={() => toggle(candidate.key)}
                onLook={() => lookAtCandidate(app, candidate.key)}
              />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function CandidateRow({
  candidate,
  name,
  isChosen,
  onToggle,
  onLook,
}: {
  readonly candidate: Candidate;
  /** The name it will have; another than its own where that is taken. */
  readonly name: string;
  readonly isChosen: boolean;
  onToggle(): void;
  onLook(): void;
}) {
  const renamed = name === candidate.name ? '' : ` · as “${name}”`;
  const size = `${formatSquareMetres(candidate.squareMetres)} · ${formatQuantity(candidate.vertices, 'vertex', 'vertices')}`;
  return (
    <>
      <Checkbox
        className={styles.choice ?? ''}
        classNames={{ labelWrapper: styles.choiceLabel ?? '' }}
        checked={isChosen}
        onChange={onToggle}
        label={
          <>
            <span className={styles.candidateName} title={candidate.name}>
              {candidate.name}
            </span>
            <span className={styles.size} title={`${size}${renamed}`}>
              {size}
              {renamed}
            </span>
          </>
        }
      />
      <TextButton aria-label={`Zoom to ${candidate.name}`} onClick={onLook}>
        Zoom
      </TextButton>
    </>
  );
}

/** The names that the chosen candidates will have, by their keys. */
function useNames({ candidates, chosen }: AreaImport): ReadonlyMap<number, string> {
  const areas = useWorkspace((state) => state.areas);
  return useMemo(() => {
    const kept = candidates.filter(({ key }) => chosen.has(key));
    const names = uniqueNames(
      kept.map(({ name }) => name),
      areas.state === 'ready' ? areas.value.map(({ name }) => name) : [],
    );
    return new Map(kept.map(({ key, name }, index) => [key, names[index] ?? name]));
  }, [candidates, chosen, areas]);
}
