import { Slider } from '@mantine/core';
import { useApp } from '../../../app/app-context.tsx';
import { useDock, useReview } from '../../../app/use-stores.ts';
import { StretchControls } from '../../../components/chip/chip-controls.tsx';
import styles from './chips.module.css';

/** Lines that a row of chips takes at least and at most. */
const sizes = { least: 3, most: 10 } as const;

/** How large the chips are, and one contrast for all of them. */
export function ChipGridControls() {
  const { stores } = useApp();
  const lines = useDock((state) => state.chipLines);
  const stretch = useReview((state) => state.stretch);
  return (
    <div className={styles.controls}>
      <div className={styles.size}>
        <span className="muted">Size</span>
        <Slider
          w={90}
          size="xs"
          min={sizes.least}
          max={sizes.most}
          step={1}
          label={null}
          value={lines}
          onChange={(chipLines) => stores.dock.setState({ chipLines })}
          thumbLabel="Size of the chips"
        />
      </div>
      <div className={styles.contrast}>
        <StretchControls
          stretch={stretch}
          image={null}
          onStretch={(next) => stores.review.setState({ stretch: next })}
        />
      </div>
    </div>
  );
}
