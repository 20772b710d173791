import { IconCheck, IconFlag, IconPhotoOff, IconQuestionMark, IconX } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { formatObjectLength } from '../../../../shared/format.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import { lengthOf } from '../../../../shared/results/field-value.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults, useReview } from '../../../context/use-stores.ts';
import { withUnsavedChanges } from '../../../stores/review-store.ts';
import { absenceTexts, type CachedChip, useCachedChip } from '../../../ui/chip/chip-cache.ts';
import { ChipFrame } from '../../../ui/chip/chip-frame.tsx';
import type { ChipStretch } from '../../../ui/chip/chip-stretch.ts';
import { wholeChip } from '../../../ui/chip/chip-viewport.ts';
import { texts } from '../texts.ts';
import styles from './chips.module.css';

/** Minimum width of tiles with text, in CSS pixels. */
const minTextWidth = 96;

const verdictIcons = { confirmed: IconCheck, rejected: IconX, unsure: IconQuestionMark } as const;

/** One chip of the grid: the image or the reason for its absence, its verdict by color and icon, and its size. */
export const ChipTile = memo(function ChipTile({
  id,
  index,
  count,
  row,
  side,
  left,
  top,
  stretch,
  isCursor,
  onClick,
}: {
  readonly id: number;
  /** The index among all chips. */
  readonly index: number;
  readonly count: number;
  /** The detection; undefined until it is loaded. */
  readonly row: DetectionRow | undefined;
  readonly side: number;
  readonly left: number;
  readonly top: number;
  readonly stretch: ChipStretch;
  readonly isCursor: boolean;
  readonly onClick: (index: number, event: MouseEvent) => void;
}) {
  const chip = useCachedChip(useApp().chips, id, 'small');
  const isSelected = useResults(({ selectedIds }) => selectedIds.has(id));
  const changes = useReview(({ unsaved }) => unsaved?.changes.get(id));
  const review = withUnsavedChanges(row?.review ?? null, changes);
  const verdict = review?.verdict ?? null;
  const flagged = review?.flagged ?? false;
  const Sign = verdict ? verdictIcons[verdict] : null;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus; a tile is its active descendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={tileElementId(index)}
      className={styles.tile}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-label={tileLabel(id, row && { ...row, review }, chip, changes !== undefined)}
      data-unsaved={changes ? true : undefined}
      data-verdict={verdict ?? 'none'}
      data-chip={chip.kind}
      data-cursor={isCursor || undefined}
      style={{ width: side, height: side, transform: `translate(${left}px, ${top}px)` }}
      onMouseDown={(event) => {
        // Without this, a Shift click would select text.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onClick(index, event)}
    >
      {chip.kind === 'image' ? (
        <ChipFrame image={chip.image} name={texts.chips.chip(id)} display={{ stretch, view: wholeChip }} />
      ) : chip.kind === 'loading' ? null : (
        <span className={styles.missing} title={chip.reason}>
          <IconPhotoOff size={side < minTextWidth ? 16 : 20} stroke={1.4} aria-hidden />
          {side < minTextWidth ? null : absenceTexts[chip.kind].title}
        </span>
      )}
      {Sign || flagged ? (
        <span className={styles.signs} aria-hidden>
          {Sign ? <Sign size={14} stroke={2.6} /> : null}
          {flagged ? <IconFlag size={13} stroke={2.2} data-flag /> : null}
        </span>
      ) : null}
      {changes ? (
        <span className={styles.unsaved} aria-hidden>
          {texts.chips.notSaved}
        </span>
      ) : null}
      <span className={styles.caption} aria-hidden>
        {tileCaption(row)}
      </span>
    </div>
  );
});

/** The id of a tile's element. */
export function tileElementId(index: number): string {
  return `chip-tile-${index}`;
}

function tileCaption(row: DetectionRow | undefined): string {
  if (!row) return '';
  const length = lengthOf(row);
  return length === null ? String(row.id) : formatObjectLength(length, 0);
}

function tileLabel(id: number, row: DetectionRow | undefined, chip: CachedChip, isUnsaved: boolean): string {
  const caption = row && tileCaption(row);
  const absence = chip.kind === 'image' || chip.kind === 'loading' ? null : absenceTexts[chip.kind].title;
  const parts = [
    texts.chips.detection(id),
    row ? analyticDisplayName(row.analytic) : null,
    row ? (row.review?.verdict ?? texts.chips.unreviewed) : null,
    row?.review?.flagged ? texts.chips.flagged : null,
    isUnsaved ? texts.chips.notSavedState : null,
    // In the order of the tile, so that who speaks what is shown is understood (WCAG 2.5.3).
    absence,
    caption && (absence !== null || caption !== String(id)) ? caption : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
