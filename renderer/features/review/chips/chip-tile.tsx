import { IconCheck, IconFlag, IconPhotoOff, IconQuestionMark, IconX } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import { readMeaning } from '../../../../shared/results/property-meaning.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useResults } from '../../../app/use-stores.ts';
import { ChipFrame } from '../../../components/chip/chip-frame.tsx';
import type { ShelvedChip } from '../../../components/chip/chip-shelf.ts';
import type { ChipStretch } from '../../../components/chip/chip-stretch.ts';
import { wholeChip } from '../../../components/chip/chip-view.ts';
import { absenceTexts } from '../../../components/chip/fetch-chip.ts';
import { useShelvedChip } from '../../../components/chip/use-shelved-chip.ts';
import styles from './chips.module.css';

/** Narrower tiles have no room for words. */
const leastForWords = 96;

const verdictIcons = { confirmed: IconCheck, rejected: IconX, unsure: IconQuestionMark } as const;

/** One chip of the grid: the image or why there is none, its verdict as colour and sign, and its size. */
export const ChipTile = memo(function ChipTile({
  id,
  place,
  count,
  row,
  side,
  left,
  top,
  stretch,
  isCursor,
  onPress,
}: {
  readonly id: number;
  /** Among all chips, from 0. */
  readonly place: number;
  readonly count: number;
  /** What is known of the detection; undefined until it has come. */
  readonly row: DetectionRow | undefined;
  readonly side: number;
  readonly left: number;
  readonly top: number;
  readonly stretch: ChipStretch;
  readonly isCursor: boolean;
  readonly onPress: (place: number, event: MouseEvent) => void;
}) {
  const { chips } = useApp();
  const chip = useShelvedChip(chips.small, id);
  const isSelected = useResults(({ selectedIds }) => selectedIds.has(id));
  const verdict = row?.review?.verdict ?? null;
  const flagged = row?.review?.flagged ?? false;
  const Sign = verdict ? verdictIcons[verdict] : null;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys
    <div
      id={tileId(place)}
      className={styles.tile}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={place + 1}
      aria-label={nameOf(id, row, chip)}
      data-verdict={verdict ?? 'none'}
      data-chip={chip.kind}
      data-cursor={isCursor || undefined}
      style={{ width: side, height: side, transform: `translate(${left}px, ${top}px)` }}
      onMouseDown={(event) => {
        // A shift press would mark text.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onPress(place, event)}
    >
      {chip.kind === 'image' ? (
        <ChipFrame image={chip.image} name={`Chip of detection ${id}`} look={{ stretch, view: wholeChip }} />
      ) : chip.kind === 'loading' ? null : (
        <span className={styles.missing} title={chip.reason}>
          <IconPhotoOff size={side < leastForWords ? 16 : 20} stroke={1.4} aria-hidden />
          {side < leastForWords ? null : absenceTexts[chip.kind].title}
        </span>
      )}
      {Sign || flagged ? (
        <span className={styles.signs} aria-hidden>
          {Sign ? <Sign size={14} stroke={2.6} /> : null}
          {flagged ? <IconFlag size={13} stroke={2.2} data-flag /> : null}
        </span>
      ) : null}
      <span className={styles.caption} aria-hidden>
        {captionOf(row)}
      </span>
    </div>
  );
});

/** The id of a tile's element. */
export function tileId(place: number): string {
  return `chip-tile-${place}`;
}

function captionOf(row: DetectionRow | undefined): string {
  if (!row) return '';
  const { lengthMetres } = readMeaning(row.properties);
  return lengthMetres === null ? String(row.id) : `${Math.round(lengthMetres)} m`;
}

function nameOf(id: number, row: DetectionRow | undefined, chip: ShelvedChip): string {
  const parts = [
    `Detection ${id}`,
    row ? analyticDisplayName(row.analytic) : null,
    row ? (row.review?.verdict ?? 'unreviewed') : null,
    row?.review?.flagged ? 'flagged' : null,
    chip.kind === 'image' || chip.kind === 'loading' ? null : absenceTexts[chip.kind].title,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
