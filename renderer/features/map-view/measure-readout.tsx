import { SegmentedControl } from '@mantine/core';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { distanceUnits } from '../../../shared/display-format.ts';
import { formatDirection, formatMetres } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore, useSettings } from '../../context/use-stores.ts';
import { normalizeShape } from '../../map/drawing/normalize-shape.ts';
import { enclosedShape, type Measurement } from '../../map/measure/measurement.ts';
import { copyAndNotify } from '../../ui/copy-and-notify.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './map.module.css';
import { measurementText } from './measurement-text.ts';
import { texts } from './texts.ts';

/** The current measurement: length, legs and enclosed area. */
export function MeasureReadout() {
  const { stores } = useApp();
  const measurement = useAreasStore((state) => state.measurement);
  const unit = useSettings((state) => state.distance);
  return (
    <div className={styles.measured}>
      <SegmentedControl
        size="xs"
        aria-label={texts.measure.unit}
        data={distanceUnits.map((value) => ({ value, label: value }))}
        value={unit}
        onChange={(distance) => stores.settings.getState().change({ distance })}
      />
      {measurement && measurement.positions.length > 1 ? (
        <MeasurementValues measurement={measurement} />
      ) : null}
    </div>
  );
}

function MeasurementValues({ measurement }: { readonly measurement: Measurement }) {
  const { metres, squareMetres, isClosed } = measurement;
  return (
    <>
      <output
        className={styles.measure}
        aria-live="off"
        aria-label={isClosed ? texts.measure.perimeter : texts.measure.length}
      >
        <CopyValue value={formatMetres(metres)} what="length" />
      </output>
      {isClosed ? <span className="muted">{texts.measure.perimeterNote}</span> : null}
      <Legs measurement={measurement} />
      {squareMetres === null ? null : (
        <output className={styles.enclosed} aria-live="off" aria-label={texts.measure.enclosedArea}>
          {isClosed ? texts.measure.encloses : texts.measure.wouldEnclose}
          <CopyValue value={formatSquareMetres(squareMetres)} what="area" />
        </output>
      )}
      <MeasureActions measurement={measurement} />
    </>
  );
}

/** The number of legs and the last one; expands to a list of all. */
function Legs({ measurement: { legs, isClosed } }: { readonly measurement: Measurement }) {
  const last = legs.at(-1);
  if (!last) return null;
  const text = ({ metres, azimuthDegrees }: typeof last) =>
    texts.measure.leg(formatMetres(metres), formatDirection(azimuthDegrees));
  if (legs.length === 1 && !isClosed) return <span className="muted numeric">{text(last)}</span>;
  return (
    <details className={styles.legs}>
      <summary className="muted numeric">
        {texts.measure.legs(legs.length, isClosed ? null : text(last))}
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

function MeasureActions({ measurement }: { readonly measurement: Measurement }) {
  const app = useApp();
  const saveAsArea = () => {
    const shape = enclosedShape(measurement.positions);
    if (shape) void app.commands.runWith('areas.create', { shape: normalizeShape(shape) });
  };
  return (
    <div className={styles.measureActions}>
      <TextButton onClick={() => void copyAndNotify(measurementText(measurement), texts.measure.copied)}>
        {texts.measure.copyAll}
      </TextButton>
      {measurement.squareMetres === null ? null : (
        <TextButton onClick={saveAsArea}>{texts.measure.saveAsArea}</TextButton>
      )}
      <TextButton onClick={() => app.engine.cancelDrawing()}>{texts.measure.clear}</TextButton>
    </div>
  );
}
