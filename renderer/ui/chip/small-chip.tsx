import { LoadingState } from '../loading-state.tsx';
import { absenceTexts, type DecodedChipCache, useCachedChip } from './chip-cache.ts';
import { ChipFrame } from './chip-frame.tsx';
import { defaultStretch } from './chip-stretch.ts';
import { wholeChip } from './chip-viewport.ts';

/** The whole chip of a detection as a thumbnail, or why there is none. The caller must request it. */
export function SmallChip({ cache, id }: { readonly cache: DecodedChipCache; readonly id: number }) {
  const chip = useCachedChip(cache, id, 'small');
  if (chip.kind === 'loading') return <LoadingState label="Fetching the chip…" />;
  if (chip.kind !== 'image') return <p className="muted">{absenceTexts[chip.kind].title}</p>;
  const display = { stretch: defaultStretch, view: wholeChip };
  return <ChipFrame image={chip.image} name={`Chip of detection ${id}`} display={display} />;
}
