import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { unwrap } from '../../api/failure-error.ts';
import { fetchFeed } from '../../api/fetch-feed.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useWorkspace } from '../../app/use-stores.ts';
import { formatQuantity, formatUtc } from '../../components/format.ts';
import { binByTime, type TimeBins } from './bin-by-time.ts';
import styles from './dock.module.css';

const binCount = 66;

/** When the detections were collected. Dragging over it keeps what was collected then; a press lifts that. */
export function CollectionHistogram() {
  const { data: feed } = useQuery({
    queryKey: queryKeys.feed(),
    queryFn: async () => unwrap(await fetchFeed()),
    placeholderData: keepPreviousData,
    enabled: useWorkspace((state) => state.feed.state === 'ready'),
  });
  const { analytics, minConfidence } = useResults((state) => state.filter);
  const bins = useMemo(
    () => (feed ? binByTime(feed, { analytics, minConfidence }, binCount) : null),
    [feed, analytics, minConfidence],
  );
  return bins ? <Histogram bins={bins} /> : null;
}

function Histogram({ bins }: { readonly bins: TimeBins }) {
  const { stores } = useApp();
  const { collectedFrom, collectedTo } = useResults((state) => state.filter);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const { counts, start, binMilliseconds } = bins;
  const highest = Math.max(1, ...counts);
  const isOn = (bin: number) => {
    if (drag) return bin >= Math.min(drag.from, drag.to) && bin <= Math.max(drag.from, drag.to);
    if (collectedFrom === undefined && collectedTo === undefined) return false;
    const time = start + (bin + 0.5) * binMilliseconds;
    return time >= (collectedFrom ?? -Infinity) && time < (collectedTo ?? Infinity);
  };
  const binAt = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * counts.length);
    return Math.min(counts.length - 1, Math.max(0, at));
  };

  function finish(): void {
    if (!drag) return;
    const [first, last] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    setDrag(null);
    stores.results.getState().setFilter(
      first === last
        ? { collectedFrom: undefined, collectedTo: undefined }
        : {
            collectedFrom: start + first * binMilliseconds,
            collectedTo: start + (last + 1) * binMilliseconds,
          },
    );
  }

  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${counts.length} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Detections by collection time, ${formatUtc(start)} to ${formatUtc(start + counts.length * binMilliseconds)}. Drag to filter; the filter’s time fields do the same.`}
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
      {Array.from(counts, (count, bin) => {
        const height = count === 0 ? 0 : Math.max(0.04, count / highest);
        const time = start + bin * binMilliseconds;
        return (
          <rect
            key={time}
            x={bin + 0.08}
            y={1 - height}
            width={0.84}
            height={height}
            data-on={isOn(bin) || undefined}
          >
            <title>{`${formatUtc(time)}: ${formatQuantity(count, 'detection')}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
