import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconFlag, IconQuestionMark, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react';
import { formatObjectLength } from '../../../shared/format.ts';
import { placeNameOf } from '../../../shared/places/nearest-port.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { lengthOf } from '../../../shared/results/field-value.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSettingsOfFormats } from '../../context/use-stores.ts';
import { isFlagged, type ReviewQueue, type ReviewStateCode, verdictOf } from '../../stores/review-queue.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { nextIndex } from '../../ui/table/select-by-key.ts';
import { useRowScroll } from '../../ui/table/use-row-scroll.ts';
import { useTileRows } from './chips/use-tile-rows.ts';
import styles from './queue-list.module.css';
import { goToQueuePosition } from './review-commands.ts';
import { texts } from './texts.ts';

/** Height of a row in CSS pixels. */
const rowHeight = 24;

const verdictIcons = { confirmed: IconCheck, rejected: IconX, unsure: IconQuestionMark } as const;

/**
 * The detections of a review in a virtual list. A click, or the arrow keys, Page Up, Page Down, Home and End, go to
 * another detection.
 */
export function QueueList({ queue }: { readonly queue: ReviewQueue }) {
  const app = useApp();
  const { ids, at, stateCodes } = queue;
  const scroller = useRef<HTMLDivElement>(null);
  const { indexes, topOf, onScroll, show, seen, stageHeight } = useRowScroll(
    scroller,
    ids.length,
    rowHeight,
    0,
  );
  const rows = useTileRows(ids, indexes[0] ?? 0, (indexes.at(-1) ?? -1) + 1, 'queueRows');
  const goTo = useCallback((index: number) => goToQueuePosition(app, index), [app]);
  const latestShow = useRef(show);
  latestShow.current = show;
  useEffect(() => latestShow.current(at), [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The list may be rendered after several keys.
    const current = app.stores.review.getState().queue?.at ?? at;
    const target = nextIndex(event.key, current, ids.length, Math.max(1, seen.last - seen.first));
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    goToQueuePosition(app, target);
  };

  return (
    <>
      <ImageHeading row={rows.get(ids[seen.first] ?? 0)} />
      <div
        ref={scroller}
        className={styles.list}
        role="listbox"
        tabIndex={0}
        aria-label={texts.list}
        aria-activedescendant={indexes.includes(at) ? rowElementId(at) : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div className={styles.stage} role="presentation" style={{ height: stageHeight }}>
          {indexes.map((index) => (
            <QueueRow
              key={index}
              index={index}
              total={ids.length}
              top={topOf(index)}
              id={ids[index] ?? 0}
              code={stateCodes[index] ?? 0}
              row={rows.get(ids[index] ?? 0)}
              isCurrent={index === at}
              startsImage={!isSameImage(rows.get(ids[index - 1] ?? 0), rows.get(ids[index] ?? 0))}
              onClick={goTo}
            />
          ))}
        </div>
      </div>
    </>
  );
}

/** The image of the first row that is seen. */
function ImageHeading({ row }: { readonly row: DetectionRow | undefined }) {
  const place = row ? placeNameOf(row.longitude, row.latitude) : null;
  return (
    <p className={styles.image}>
      {row ? texts.image(place, row.sensorName, row.collectedAt) : texts.imageLoading}
    </p>
  );
}

/** Whether two detections are of one image; true while one of them is not loaded. */
function isSameImage(one: DetectionRow | undefined, other: DetectionRow | undefined): boolean {
  if (!one || !other) return true;
  return one.sensorName === other.sensorName && one.collectedAt === other.collectedAt;
}

const QueueRow = memo(function QueueRow({
  index,
  total,
  top,
  id,
  code,
  row,
  isCurrent,
  startsImage,
  onClick,
}: {
  readonly index: number;
  readonly total: number;
  readonly top: number;
  readonly id: number;
  readonly code: ReviewStateCode;
  /** The detection; undefined until it is loaded. */
  readonly row: DetectionRow | undefined;
  readonly isCurrent: boolean;
  /** Whether the detection before it is of another image. */
  readonly startsImage: boolean;
  readonly onClick: (index: number) => void;
}) {
  useSettingsOfFormats();
  const verdict = verdictOf(code);
  const Icon = verdict ? verdictIcons[verdict] : null;
  const lengthMetres = row ? lengthOf(row) : null;
  const length = lengthMetres === null ? '' : formatObjectLength(lengthMetres);
  const name = row ? analyticDisplayName(row.analytic) : '';
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus; a row is its active descendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={rowElementId(index)}
      className={styles.row}
      role="option"
      aria-selected={isCurrent}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-starts-image={startsImage || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onClick(index)}
    >
      {row ? <AnalyticMark analytic={row.analytic} /> : null}
      <span className="numeric">{id}</span>
      <span className={styles.length}>
        {length}
        {startsImage && row ? (
          <span className="muted">
            {texts.startsImage(placeNameOf(row.longitude, row.latitude), row.sensorName)}
          </span>
        ) : null}
      </span>
      <VisuallyHidden>{texts.listRow(name, verdict, isFlagged(code))}</VisuallyHidden>
      {isFlagged(code) ? <IconFlag size={13} data-verdict="flagged" aria-hidden /> : null}
      {Icon && verdict ? <Icon size={14} stroke={2.4} data-verdict={verdict} aria-hidden /> : null}
    </div>
  );
});

function rowElementId(index: number): string {
  return `queue-row-${index}`;
}
