import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { useResults } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import styles from './inspector.module.css';

import { hitIndex, stepThroughHits } from './inspector-commands.ts';
import { texts } from './texts.ts';

/** Maximum number of hits listed; the arrow buttons reach the others. */
const maxListed = 50;

/** The overlapping detections at the clicked location: step through them, or choose one. */
export function HitList({ focusedId }: { readonly focusedId: number }) {
  const { stores, queries } = useApp();
  const hitIds = useResults((state) => state.hitIds);
  const hitCount = useResults((state) => state.hitCount);
  const listed = hitIds.slice(0, maxListed);
  const hits = useQuery(queries.results.detections.queryOptions([...listed], { enabled: listed.length > 0 }));
  const index = hitIndex({ hitIds, focusedId });
  if (index === -1) return null;

  const step = (by: 1 | -1) => stepThroughHits(stores.results.getState(), by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <fieldset className={styles.hits} aria-label={texts.hits.label} onKeyDown={onKeyDown}>
      <div className={styles.hitsHead}>
        <span className="numeric">{texts.hits.position(index + 1, hitCount)}</span>
        <ActionIcon aria-label={texts.hits.previous} onClick={() => step(-1)}>
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon aria-label={texts.hits.next} onClick={() => step(1)}>
          <IconArrowDown size={14} />
        </ActionIcon>
      </div>
      <ul>
        {hits.data?.map((row) => (
          <HitRow
            key={row.id}
            row={row}
            isFocused={row.id === focusedId}
            focus={() => stores.results.getState().focus(row.id, hitIds, hitCount)}
          />
        ))}
      </ul>
      <QueryState query={hits} />
      {hitIds.length > maxListed && (
        <div className="muted">{texts.hits.nearest(maxListed, hitIds.length, hitCount)}</div>
      )}
    </fieldset>
  );
}

function HitRow({
  row,
  isFocused,
  focus,
}: {
  readonly row: DetectionRow;
  readonly isFocused: boolean;
  focus(): void;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFocused) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  return (
    <li ref={item}>
      <button type="button" aria-current={isFocused} onClick={focus}>
        <span className={styles.hitName}>
          <AnalyticMark analytic={row.analytic} />
          {analyticDisplayName(row.analytic)} {row.id}
        </span>
        <span className="muted numeric">
          {row.collectedAt === null ? '–' : formatTime(row.collectedAt, { zone: false })}
        </span>
      </button>
    </li>
  );
}
