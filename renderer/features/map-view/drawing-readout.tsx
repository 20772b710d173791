import { SegmentedControl, Switch } from '@mantine/core';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { tabRow } from '../../../shared/csv-cell.ts';
import { distanceUnits } from '../../../shared/display-format.ts';
import { formatDirection, formatMetres, formatQuantity } from '../../../shared/format.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { useApp } from '../../context/app-context.tsx';
import { SelectionActions } from '../../context/selection-actions.tsx';
import { useAreasStore, useResults, useSettings, useUi } from '../../context/use-stores.ts';
import { normalizeShape } from '../../map/drawing/normalize-shape.ts';
import type { DrawingState, MapTool } from '../../map/map-types.ts';
import { enclosedShape, type Measurement } from '../../map/measure/measurement.ts';
import { copyAndNotify } from '../../ui/copy-and-notify.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './map.module.css';
import { texts } from './texts.ts';

const hints: Record<Exclude<MapTool, 'select'>, string> = {
  'select-box': texts.hints.box,
  lasso: texts.hints.lasso,
  polygon: texts.hints.polygon,
  rectangle: texts.hints.rectangle,
  circle: texts.hints.circle,
  measure: texts.hints.measure,
  edit: texts.hints.edit,
};

/** The shape being drawn or edited: its size, a hint, and the reason why a point was refused. */
export function DrawingReadout() {
  const tool = useUi((state) => state.tool);
  const drawing = useUi((state) => state.drawing);
  const hasArea = useUi((state) => state.selectedAreaId !== null);
  const refusal = useUi((state) => state.refusal);
  if (tool === 'select') return null;
  const hint = tool === 'edit' && !hasArea ? texts.hints.chooseArea : hints[tool];
  return (
    <div className={styles.readout}>
      {drawing ? (
        <output className={styles.measure} aria-live="off">
          {sizeText(tool, drawing)}
        </output>
      ) : null}
      {tool === 'measure' ? <MeasureReadout /> : null}
      {isSelectionTool(tool) ? <SelectedCount /> : null}
      <span className="muted">{hint}</span>
      {(tool === 'edit' && !hasArea) || isSelectionTool(tool) ? null : <SnapSwitch />}
      {refusal ? (
        <span className={styles.rejection} role="alert">
          {refusal}
        </span>
      ) : null}
    </div>
  );
}

function isSelectionTool(tool: MapTool): boolean {
  return tool === 'select-box' || tool === 'lasso';
}

function SelectedCount() {
  const { commands } = useApp();
  const count = useResults((state) => state.selectedIds.size);
  return (
    <output className={styles.measure}>
      {texts.readout.selected(count)}{' '}
      {count > 0 ? (
        <span className={styles.selectionActions}>
          <SelectionActions />
          <TextButton onClick={() => commands.run('results.clear-selection')}>
            {texts.readout.clear}
          </TextButton>
        </span>
      ) : null}
    </output>
  );
}

/** `4 corners · 41,208 km²`, or `radius 25.0 km · 1,963 km²`. */
function sizeText(tool: MapTool, { squareMetres, vertices, radiusMetres }: DrawingState): string {
  const area = squareMetres === null ? null : formatSquareMetres(squareMetres);
  if (radiusMetres !== undefined) {
    return [texts.readout.radius(formatMetres(radiusMetres)), area].filter(Boolean).join(' · ');
  }
  const corners = tool === 'polygon' || tool === 'edit' ? formatQuantity(vertices, 'corner') : null;
  return [corners, area ?? texts.readout.noArea].filter(Boolean).join(' · ');
}

/** Switches snapping to corners and edges of other areas; the label shows its key. */
function SnapSwitch() {
  const { stores } = useApp();
  const isSnapping = useAreasStore((state) => state.isSnapping);
  return (
    <Switch
      size="xs"
      label={texts.readout.snap}
      checked={isSnapping}
      onChange={({ currentTarget }) => stores.areas.getState().setSnapping(currentTarget.checked)}
    />
  );
}

/** The current measurement: length, legs and enclosed area. */
function MeasureReadout() {
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
      <TextButton onClick={() => app.engine.tools.cancel()}>{texts.measure.clear}</TextButton>
    </div>
  );
}

/** A measurement as tab-separated text for other programs: lines for the total, the area, and each leg with its ends. */
export function measurementText({ positions, legs, metres, squareMetres, isClosed }: Measurement): string {
  const ends = isClosed ? [...positions, ...positions.slice(0, 1)] : positions;
  const cornerText = (index: number) => {
    const position = ends[index];
    return position ? formatDecimalDegrees(position, 5) : '';
  };
  return [
    `${isClosed ? texts.measure.perimeter : texts.measure.length}\t${formatMetres(metres)}`,
    ...(squareMetres === null
      ? []
      : [
          `${isClosed ? texts.measure.area : texts.measure.areaIfClosed}\t${formatSquareMetres(squareMetres)}`,
        ]),
    texts.measure.columns,
    ...legs.map((leg, index) =>
      tabRow([
        cornerText(index),
        cornerText(index + 1),
        formatMetres(leg.metres),
        formatDirection(leg.azimuthDegrees),
      ]),
    ),
  ].join('\n');
}
