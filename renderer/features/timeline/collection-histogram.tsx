import { useMemo, useState } from 'react';
import { formatUtc } from '../../../shared/format.ts';
import type { Timeline, TimelineRequest } from '../../../shared/results/statistics.ts';
import { useApp } from '../../context/app-context.tsx';
import { useTimeline } from '../../context/use-results-queries.ts';
import { useResults } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { windowChange, withoutWindow } from './filter-window.ts';
import { texts } from './texts.ts';
import styles from './timeline.module.css';
import { timeLimits, useTimeLimits } from './use-time-limits.ts';

const binCount = 66;
const dayMilliseconds = 86_400_000;

/** When the detections were collected. Dragging filters by collection time; a click removes that filter. */
export function CollectionHistogram() {
  const filter = useResults((state) => state.filter);
  const { limits, whole } = useTimeLimits('collected');
  const [isWhole, setWhole] = useState(false);
  const request = useMemo(
    (): TimelineRequest => ({
      filter: withoutWindow(filter, 'collected'),
      by: 'collected',
      bins: binCount,
      ...(isWhole ? limits : { isTrimmed: true }),
    }),
    [filter, limits, isWhole],
  );
  const { data, isPending } = useTimeline(request, limits !== null);
  // The rows below stay where they are when it comes.
  if (whole.isPending || (limits !== null && isPending)) return <div className={styles.histogramSpace} />;
  if (!data || !limits || data.from === null || data.to === null) return null;
  const span = timeLimits({ from: data.from, to: data.to });
  return <Histogram timeline={data} start={span.from} end={span.to} isWhole={isWhole} onWhole={setWhole} />;
}

function Histogram({
  timeline: { all, filtered, outside },
  start,
  end,
  isWhole,
  onWhole,
}: {
  readonly timeline: Timeline;
  readonly start: number;
  readonly end: number;
  /** Whether all times are shown, which was chosen. */
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
}) {
  const { stores } = useApp();
  const { collectedFrom, collectedTo } = useResults((state) => state.filter);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const binMilliseconds = (end - start) / all.length;
  const highest = all.reduce((max, count) => Math.max(max, count), 1);
  const isOn = (bin: number) => {
    if (drag) return bin >= Math.min(drag.from, drag.to) && bin <= Math.max(drag.from, drag.to);
    if (collectedFrom === undefined && collectedTo === undefined) return false;
    const time = start + (bin + 0.5) * binMilliseconds;
    return time >= (collectedFrom ?? -Infinity) && time < (collectedTo ?? Infinity);
  };
  const binAt = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * all.length);
    return Math.min(all.length - 1, Math.max(0, at));
  };
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(0.04, count / highest));

  function finish(): void {
    if (!drag) return;
    const [first, last] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    setDrag(null);
    const window =
      first === last
        ? null
        : {
            from: Math.round(start + first * binMilliseconds),
            to: Math.round(start + (last + 1) * binMilliseconds),
          };
    stores.results.getState().setFilter(windowChange('collected', window));
  }

  const dateLength = end - start < 2 * dayMilliseconds ? 16 : 10;

  return (
    <div className={styles.histogram}>
      <svg
        viewBox={`0 0 ${all.length} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.histogram.label(start, end)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: binAt(event), to: binAt(event) });
        }}
        onPointerMove={(event) => {
          if (drag) setDrag({ ...drag, to: binAt(event) });
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      >
        {all.map((count, bin) => {
          const left = filtered[bin] ?? 0;
          const time = start + bin * binMilliseconds;
          return (
            <g key={time} data-on={isOn(bin) || undefined}>
              <title>{texts.histogram.bin(time, left, count)}</title>
              {left < count ? (
                <rect data-all x={bin + 0.08} y={1 - heightOf(count)} width={0.84} height={heightOf(count)} />
              ) : null}
              <rect x={bin + 0.08} y={1 - heightOf(left)} width={0.84} height={heightOf(left)} />
            </g>
          );
        })}
      </svg>
      <div className={styles.dates} aria-hidden>
        <span>{formatUtc(start).slice(0, dateLength)}</span>
        <span>{texts.histogram.end(formatUtc(end).slice(0, dateLength))}</span>
      </div>
      {isWhole || outside.before + outside.after > 0 ? (
        <TextButton title={texts.histogram.outsideHint} onClick={() => onWhole(!isWhole)}>
          {isWhole ? texts.histogram.trim : texts.histogram.outside(outside.before, outside.after)}
        </TextButton>
      ) : null}
    </div>
  );
}
