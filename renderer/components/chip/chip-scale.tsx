import { formatMetres } from '../format.ts';
import styles from './chip.module.css';
import { scaleBarMetres } from './chip-view.ts';

/** CSS pixels of the longest scale bar, and of a length that is still drawn. */
const longest = { scaleBar: 130, length: 520 } as const;

const nominal =
  'Nominal: the service does not tell how large a chip is on the ground, nor which way it is turned.';

/** Scale bar and north arrow over a chip, and the length that a detection is said to have. All of it is nominal. */
export function ChipScale({
  metresPerPixel,
  length,
}: {
  readonly metresPerPixel: number;
  /** Metres. */
  readonly length: number | null;
}) {
  const metres = scaleBarMetres(metresPerPixel, longest.scaleBar);
  const lengthPixels = length === null ? 0 : length / metresPerPixel;
  return (
    <>
      <div className={styles.north} title={nominal}>
        <svg width="14" height="22" viewBox="0 0 14 22" aria-hidden>
          <path d="M7 0 L12 12 L7 9 L2 12 Z" fill="currentColor" />
          <text x="7" y="22" textAnchor="middle" fontSize="9.5" fontWeight="600" fill="currentColor">
            N
          </text>
        </svg>
        <span>nominal</span>
      </div>
      <div className={styles.scale} title={nominal}>
        {length !== null && lengthPixels >= 8 && lengthPixels <= longest.length ? (
          <Bar pixels={lengthPixels} text={`length ${formatMetres(length)}, nominal`} isLength />
        ) : null}
        <Bar pixels={metres / metresPerPixel} text={`${formatMetres(metres)}, nominal`} />
      </div>
    </>
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
