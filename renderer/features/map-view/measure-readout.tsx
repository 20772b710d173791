import { SegmentedControl } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork, usePlaces } from '../../app/use-stores.ts';
import { createArea } from '../../commands/area-commands.ts';
import { copyAndTell } from '../../commands/place-work.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { formatAreaIn, formatLength, type LengthUnit, lengthUnits } from '../../components/length-unit.ts';
import { TextButton } from '../../components/text-button.tsx';
import { normalizeShape } from '../../map/drawing/normalize-shape.ts';
import { enclosedShape, type Measurement } from '../../map/measure/measurement.ts';
import styles from './map.module.css';
import { formatAzimuth, measurementText } from './measurement-text.ts';

/** What the measure tool has measured, live: length, each leg, and what the line encloses. */
export function MeasureReadout() {
  const { stores } = useApp();
  const measurement = useAreaWork((state) => state.measurement);
  const unit = usePlaces((state) => state.lengthUnit);
  return (
    <div className={styles.measured}>
      <SegmentedControl
        size="xs"
        aria-label="Unit of lengths"
        data={lengthUnits.map((value) => ({ value, label: value }))}
        value={unit}
        onChange={(lengthUnit) => stores.places.setState({ lengthUnit })}
      />
      {measurement && measurement.positions.length > 1 ? (
        <Measured measurement={measurement} unit={unit} />
      ) : null}
    </div>
  );
}

function Measured({ measurement, unit }: { readonly measurement: Measurement; readonly unit: LengthUnit }) {
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

/** The last leg; the others unfold. */
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
    `${formatLength(metres, unit)} towards ${formatAzimuth(azimuthDegrees)}`;
  if (legs.length === 1 && !isClosed) return <span className="muted numeric">{text(last)}</span>;
  return (
    <details className={styles.legs}>
      <summary className="muted numeric">
        {legs.length} legs{isClosed ? '' : `, the last ${text(last)}`}
      </summary>
      <ol>
        {legs.map((leg, index) => (
          // Legs have no identity but their place.
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
  const keep = () => {
    const shape = enclosedShape(measurement.positions);
    if (shape) void createArea(app, normalizeShape(shape));
  };
  return (
    <div className={styles.measureActions}>
      <TextButton onClick={() => void copyAndTell(measurementText(measurement, unit), 'The measurement')}>
        Copy all
      </TextButton>
      {measurement.squareMetres === null ? null : <TextButton onClick={keep}>Keep as an area</TextButton>}
      <TextButton onClick={() => app.engine.cancelDrawing()}>Clear</TextButton>
    </div>
  );
}
