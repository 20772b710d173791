import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { uniqueNames } from '../../../../shared/areas/unique-names.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useAreaList } from '../../../context/use-live-queries.ts';
import type { AreaImport, ImportCandidate } from '../../../stores/area-import.ts';
import { TextButton } from '../../../ui/text-button.tsx';

import { chooseCandidates, focusCandidate } from '../import-commands.ts';
import { texts } from '../texts.ts';
import styles from './import.module.css';

const rowHeight = 46;

/** Virtual list of the areas found, with a checkbox, the size and the resulting name of each. */
export function CandidateList({ importing }: { readonly importing: AreaImport }) {
  const app = useApp();
  const { candidates, chosenKeys: chosen, focusedKey } = importing;
  const names = useImportNames(importing);
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
      <ul style={{ height: rows.getTotalSize() }} aria-label={texts.import.found}>
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
                onZoom={() => focusCandidate(app, candidate.key)}
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
  onZoom,
}: {
  readonly candidate: ImportCandidate;
  /** The name that the area will have, made unique within the workspace. */
  readonly name: string;
  readonly isChosen: boolean;
  onToggle(): void;
  onZoom(): void;
}) {
  const renamed = name === candidate.name ? '' : texts.import.renamed(name);
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
      <TextButton aria-label={texts.import.zoomTo(candidate.name)} onClick={onZoom}>
        {texts.import.zoom}
      </TextButton>
    </>
  );
}

/** The names that the chosen candidates will have, by their keys. */
function useImportNames({ candidates, chosenKeys: chosen }: AreaImport): ReadonlyMap<number, string> {
  const areas = useAreaList();
  return useMemo(() => {
    const chosenCandidates = candidates.filter(({ key }) => chosen.has(key));
    const names = uniqueNames(
      chosenCandidates.map(({ name }) => name),
      areas.map(({ name }) => name),
    );
    return new Map(chosenCandidates.map(({ key, name }, index) => [key, names[index] ?? name]));
  }, [candidates, chosen, areas]);
}
