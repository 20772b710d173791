import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useUi } from '../../app/use-stores.ts';
import { formatCount, formatQuantity } from '../../components/format.ts';
import { SelectionActions } from '../../components/selection-actions.tsx';
import { TextButton } from '../../components/text-button.tsx';
import type { DrawingState, MapTool } from '../../map/map-types.ts';
import styles from './map.module.css';
import { MeasureReadout } from './measure-readout.tsx';
import { SnapSwitch } from './snap-switch.tsx';
import { useRefusal } from './use-refusal.ts';

const hints: Record<Exclude<MapTool, 'select'>, string> = {
  'select-box':
    'Drag a box around detections. Shift adds to the selection, Alt takes away; a click looks at one.',
  lasso: 'Drag around detections. Shift adds to the selection, Alt takes away; a click looks at one.',
  polygon:
    'Click corners. Enter, a double-click or the first corner finishes; Backspace removes the last one, Esc cancels.',
  rectangle: 'Drag from corner to corner, or click both. Esc cancels.',
  circle: 'Drag from the centre to the rim, or click both. Esc cancels.',
  measure: 'Click along a line. Double-click or Enter ends it, the first point closes it; Esc clears it.',
  edit: 'Drag corners; drag the small points between them to add new ones. Delete removes the corner under the pointer.',
};

/** What is being drawn or edited: its size as it grows, what to do next, and why a point was not taken. */
export function DrawingReadout() {
  const tool = useUi((state) => state.tool);
  const drawing = useUi((state) => state.drawing);
  const hasArea = useUi((state) => state.selectedAreaId !== null);
  const refusal = useRefusal();
  if (tool === 'select') return null;
  const hint = tool === 'edit' && !hasArea ? 'Click the area whose corners you want to change.' : hints[tool];
  return (
    <div className={styles.readout}>
      {drawing ? (
        <output className={styles.measure} aria-live="off">
          {sizeText(tool, drawing)}
        </output>
      ) : null}
      {tool === 'measure' ? <MeasureReadout /> : null}
      {selects(tool) ? <SelectedCount /> : null}
      <span className="muted">{hint}</span>
      {(tool === 'edit' && !hasArea) || selects(tool) ? null : <SnapSwitch />}
      {refusal ? (
        <span className={styles.refusal} role="alert">
          {refusal}
        </span>
      ) : null}
    </div>
  );
}

function selects(tool: MapTool): boolean {
  return tool === 'select-box' || tool === 'lasso';
}

function SelectedCount() {
  const { commands } = useApp();
  const count = useResults((state) => state.selectedIds.size);
  return (
    <output className={styles.measure}>
      {formatCount(count)} selected{' '}
      {count > 0 ? (
        <span className={styles.selectionActions}>
          <SelectionActions />
          <TextButton onClick={() => commands.run('results.clear-selection')}>Clear</TextButton>
        </span>
      ) : null}
    </output>
  );
}

/** `4 corners · 41,208 km²`, or `radius 25.0 km · 1,963 km²`. */
function sizeText(tool: MapTool, { squareMetres, vertices, radiusMetres }: DrawingState): string {
  const area = squareMetres === null ? null : formatSquareMetres(squareMetres);
  if (radiusMetres !== undefined) {
    return [`radius ${formatKilometres(radiusMetres)}`, area].filter(Boolean).join(' · ');
  }
  const corners = tool === 'polygon' || tool === 'edit' ? formatQuantity(vertices, 'corner') : null;
  return [corners, area ?? 'no area yet'].filter(Boolean).join(' · ');
}

function formatKilometres(metres: number): string {
  const kilometres = metres / 1000;
  return `${kilometres.toLocaleString('en-US', { maximumSignificantDigits: kilometres < 1 ? 2 : 4 })} km`;
}
