import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatMetres, formatQuantity } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { SelectionActions } from '../../context/selection-actions.tsx';
import { useAreasStore, useResults, useUi } from '../../context/use-stores.ts';
import type { DrawingState, MapTool } from '../../map/map-types.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './map.module.css';
import { MeasureReadout } from './measure-readout.tsx';
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

/** The shape being drawn or edited: its size, a hint, and the reason why a point was rejected. */
export function DrawingReadout() {
  const tool = useUi((state) => state.tool);
  const drawing = useUi((state) => state.drawing);
  const hasArea = useUi((state) => state.selectedAreaId !== null);
  const rejection = useDrawingRejection();
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
      {rejection ? (
        <span className={styles.rejection} role="alert">
          {rejection}
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

/** Why the last point or change was rejected; null after the next accepted one, or when the drawing ends. */
function useDrawingRejection(): string | null {
  const { engine, stores } = useApp();
  const [rejection, setRejection] = useState<string | null>(null);
  useEffect(() => {
    let vertices = 0;
    const clear = () => setRejection(null);
    const stopListening = engine.on({
      refused: setRejection,
      drawn: clear,
      edited: clear,
      drawing(state) {
        const now = state?.vertices ?? 0;
        if (now !== vertices) clear();
        vertices = now;
      },
    });
    const stopWatching = stores.ui.subscribe((state, before) => {
      if (state.tool !== before.tool) clear();
    });
    return () => {
      stopListening();
      stopWatching();
    };
  }, [engine, stores.ui]);
  return rejection;
}
