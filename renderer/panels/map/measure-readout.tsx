import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork } from '../../app/use-stores.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { formatMetres } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import styles from './map.module.css';

/** What the measure tool has measured, live: length, the last leg, and what the line encloses. */
export function MeasureReadout() {
  const { engine } = useApp();
  const measurement = useAreaWork((state) => state.measurement);
  if (!measurement || measurement.points < 2) return null;
  const { metres, lastLeg, squareMetres, isClosed } = measurement;
  return (
    <div className={styles.measured}>
      <output className={styles.measure} aria-live="off" aria-label={isClosed ? 'Perimeter' : 'Length'}>
        <CopyValue value={formatMetres(metres)} what="length" />
      </output>
      {isClosed ? <span className="muted">perimeter</span> : null}
      {lastLeg && !isClosed ? (
        <span className="muted numeric">
          last leg {formatMetres(lastLeg.metres)} towards {formatAzimuth(lastLeg.azimuthDegrees)}
        </span>
      ) : null}
      {squareMetres === null ? null : (
        <output className={styles.enclosed} aria-live="off" aria-label="Enclosed area">
          {isClosed ? 'encloses ' : 'would enclose '}
          <CopyValue value={formatSquareMetres(squareMetres)} what="area" />
        </output>
      )}
      <TextButton onClick={() => engine.cancelDrawing()}>Clear</TextButton>
    </div>
  );
}

/** Whole degrees from true North, 000° to 359°. */
function formatAzimuth(degrees: number): string {
  return `${String(Math.round(degrees) % 360).padStart(3, '0')}°`;
}
