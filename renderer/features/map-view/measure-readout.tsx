import { SegmentedControl } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore, usePlaces } from '../../context/use-stores.ts';
import { normalizeShape } from '../../map/drawing/normalize-shape.ts';
import { enclosedShape, type Measurement } from '../../map/measure/measurement.ts';
import { copyAndNotify } from '../../ui/copy-and-notify.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { formatAreaIn, formatLength, type LengthUnit, lengthUnits } from '../../ui/length-unit.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './map.module.css';
import { formatAzimuth, measurementText } from './measurement-text.ts';

/** The current measurement: length, legs and enclosed area. */
export function MeasureReadout() {
  const { stores } = useApp();
  const measurement = useAreasStore((state) => state.measurement);
  const unit = usePlaces((state) => state.lengthUnit);
  return (
    <div className={styles.measured}>
      <SegmentedControl
        size="xs"
        aria-label="Length unit"
        data={lengthUnits.map((value) => ({ value, label: value }))}
        value={unit}
        onChange={(lengthUnit) => stores.places.getState().setLengthUnit(lengthUnit)}
      />
      {measurement && measurement.positions.length > 1 ? (
        <MeasurementValues measurement={measurement} unit={unit} />
      ) : null}
    </div>
  );
}

function MeasurementValues({
  measurement,
  unit,
}: {
  readonly measurement: Measurement;
  readonly unit: LengthUnit;
}) {
  const { metres, squareMetres, isClosed } = measurement;
  return (
    <>
      <output className={styles.measure} aria-live="off" aria-label={isClosed ? 'Perimeter' : 'Length'}>
        <CopyValue value={formatLength(metres, unit)} what="length" />
      </output>
      {isClosed ? <span className="muted">perimeter</span> : null}
      <Legs measurement={measurement} unit={unit} />
      {squareMetres === null ? null : (
        <output className={styles.enclosed} aria-live="off" aria-label="Enclosed area">
          {isClosed ? 'encloses ' : 'would enclose '}
          <CopyValue value={formatAreaIn(squareMetres, unit)} what="area" />
        </output>
      )}
      <MeasureActions measurement={measurement} unit={unit} />
    </>
  );
}

/** The number of legs and the last one; expands to a list of all. */
function Legs({
  measurement: { legs, isClosed },
  unit,
}: {
  readonly measurement: Measurement;
  readonly unit: LengthUnit;
}) {
  const last = legs.at(-1);
  if (!last) return null;
  const text = ({ metres, azimuthDegrees }: typeof last) =>
    `${formatLength(metres, unit)} toward ${formatAzimuth(azimuthDegrees)}`;
  if (legs.length === 1 && !isClosed) return <span className="muted numeric">{text(last)}</span>;
  return (
    <details className={styles.legs}>
      <summary className="muted numeric">
        {legs.length} legs{isClosed ? '' : `, the last ${text(last)}`}
      </summary>
      <ol>
        {legs.map((leg, index) => (
          // Legs are identified by their index only.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>{text(leg)}</li>
        ))}
      </ol>
    </details>
  );
}

function MeasureActions({
  measurement,
  unit,
}: {
  readonly measurement: Measurement;
  readonly unit: LengthUnit;
}) {
  const app = useApp();
  const saveAsArea = () => {
    const shape = enclosedShape(measurement.positions);
    if (shape) void app.commands.runWith('areas.create', { shape: normalizeShape(shape) });
  };
  return (
    <div className={styles.measureActions}>
      <TextButton onClick={() => void copyAndNotify(measurementText(measurement, unit), 'The measurement')}>
        Copy all
      </TextButton>
      {measurement.squareMetres === null ? null : <TextButton onClick={saveAsArea}>Save as area</TextButton>}
      <TextButton onClick={() => app.engine.cancelDrawing()}>Clear</TextButton>
    </div>
  );
}
