import { Slider } from '@mantine/core';
import { useApp } from '../../../context/app-context.tsx';
import { NoMatch } from '../../../context/no-match.tsx';
import { useDock, useReview } from '../../../context/use-stores.ts';
import { StretchControls } from '../../../ui/chip/chip-controls.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { texts } from '../texts.ts';
import { ChipGrid } from './chip-grid.tsx';
import styles from './chips.module.css';
import { useChipQueue } from './use-chip-queue.ts';

/** The chips of the filtered detections, grouped by image, for reviewing many at a time. */
export function ChipTriage() {
  const { queue, error, refetch, filter } = useChipQueue();
  if (error || !queue) return <QueryState query={{ error, refetch }} loading={texts.chips.loading} />;
  if (queue.ids.length === 0) return <NoMatch />;
  return (
    <>
      <ChipGridControls />
      <ChipGrid key={JSON.stringify(filter)} queue={queue} />
    </>
  );
}

/** Minimum and maximum height of a row of chips, in lines. */
const lineLimits = { min: 3, max: 10 } as const;

/** Controls for the size of the chips, and for a contrast that applies to all of them. */
function ChipGridControls() {
  const { stores } = useApp();
  const lines = useDock((state) => state.chipLines);
  const stretch = useReview((state) => state.stretch);
  return (
    <div className={styles.controls}>
      <div className={styles.size}>
        <span className="muted">{texts.chips.size}</span>
        <Slider
          w={90}
          size="xs"
          min={lineLimits.min}
          max={lineLimits.max}
          step={1}
          label={null}
          value={lines}
          onChange={(chipLines) => stores.dock.getState().setChipLines(chipLines)}
          thumbLabel={texts.chips.sizeLabel}
        />
      </div>
      <div className={styles.contrast}>
        <StretchControls
          stretch={stretch}
          image={null}
          onStretch={(next) => stores.review.getState().changeChipDisplay({ stretch: next })}
        />
      </div>
    </div>
  );
}
