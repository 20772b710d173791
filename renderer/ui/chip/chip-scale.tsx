import { formatObjectLength } from '../../../shared/format.ts';
import styles from './chip.module.css';
import { scaleBarMetres } from './chip-viewport.ts';

/** Maximum length in CSS pixels of the scale bar, and of the bar for a detection's length. */
const longest = { scaleBar: 130, length: 520 } as const;

const calibrated =
  'By your calibration of this image product. The service does not state the size of a chip.';
const unknown = 'The service does not state how large a chip is on the ground, nor which way it is turned.';

/**
 * The scale bar over a chip by the analyst's calibration, with the detection's stated length. Or a note that the scale
 * is unknown.
 */
export function ChipScaleBar({
  metersPerCssPixel,
  length,
}: {
  /** Metres per CSS pixel; null without a calibration. */
  readonly metersPerCssPixel: number | null;
  /** The stated length of the detection in metres; null without one. */
  readonly length: number | null;
}) {
  if (metersPerCssPixel === null) {
    return (
      <div className={styles.scale} title={unknown}>
        Scale unknown
      </div>
    );
  }
  const metres = scaleBarMetres(metersPerCssPixel, longest.scaleBar);
  const lengthPixels = length === null ? 0 : length / metersPerCssPixel;
  return (
    <div className={styles.scale} title={calibrated}>
      {length !== null && lengthPixels >= 8 && lengthPixels <= longest.length ? (
        <Bar pixels={lengthPixels} text={`stated length ${formatObjectLength(length)}`} isLength />
      ) : null}
      <Bar pixels={metres / metersPerCssPixel} text={`${formatObjectLength(metres)}, your calibration`} />
    </div>
  );
}

function Bar({
  pixels,
  text,
  isLength,
}: {
  readonly pixels: number;
  readonly text: string;
  readonly isLength?: boolean;
}) {
  return (
    <div className={styles.bar} data-length={isLength || undefined}>
      <span className={styles.barText}>{text}</span>
      <span className={styles.barLine} style={{ width: pixels }} />
    </div>
  );
}

/** Describes the size of a chip on the map, for legends. */
export function describeMapChip(isCalibrated: boolean): string {
  return isCalibrated
    ? 'Chip to scale by your calibration, drawn upright'
    : 'Chip not to scale: the service does not state its size';
}
