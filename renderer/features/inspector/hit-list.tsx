import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { analyticColor } from '../../../shared/results/analytic-color.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults } from '../../app/use-stores.ts';
import { hitPlace, stepThroughHits } from '../../commands/inspector-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatCount, formatUtc } from '../../components/format.ts';
import styles from './inspector.module.css';

/** The most hits that are listed by name; all of them can be stepped through. */
const listLimit = 50;

/** The detections that lie over each other where the analyst pressed: step through them, or choose one. */
export function HitList({ focusedId }: { readonly focusedId: number }) {
  const { api, stores } = useApp();
  const hitIds = useResults((state) => state.hitIds);
  const listed = hitIds.slice(0, listLimit);
  const hits = useQuery({
    queryKey: queryKeys.detections(listed),
    queryFn: async ({ signal }) => unwrap(await api.results.detections.query([...listed], { signal })),
    enabled: listed.length > 0,
  });
  const place = hitPlace({ hitIds, focusedId });
  if (place === -1) return null;

  const step = (by: 1 | -1) => stepThroughHits(stores.results.getState(), by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <fieldset className={styles.hits} aria-label="Detections here" onKeyDown={onKeyDown}>
      <div className={styles.hitsHead}>
        <span className="numeric">
          {place + 1} of {formatCount(hitIds.length)} here
        </span>
        <ActionIcon aria-label="Previous detection here" onClick={() => step(-1)}>
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon aria-label="Next detection here" onClick={() => step(1)}>
          <IconArrowDown size={14} />
        </ActionIcon>
      </div>
      <ul>
        {hits.data?.map((row) => (
          <HitRow
            key={row.id}
            row={row}
            isFocused={row.id === focusedId}
            focus={() => stores.results.getState().focus(row.id, hitIds)}
          />
        ))}
      </ul>
      {hits.error && <FailureNote failure={toFailure(hits.error)} onRetry={() => void hits.refetch()} />}
      {hitIds.length > listLimit && (
        <div className="muted">The nearest {listLimit} are listed; the arrows reach all.</div>
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
          <span className={styles.dot} style={{ background: analyticColor(row.analytic) }} />
          {analyticDisplayName(row.analytic)} {row.id}
        </span>
        <span className="muted numeric">
          {row.collectedAt === null ? '–' : formatUtc(row.collectedAt, { zone: false })}
        </span>
      </button>
    </li>
  );
}
