import {
  isSameView,
  leavePassSteps,
  readPassShare,
  readPassStops,
  readStepRecords,
} from '../context/show-pass-step.ts';
import { mapColors } from '../map/map-colors.ts';
import { NotImagedLayer } from '../map/passes/not-imaged-layer.ts';
import { arrowLabel, PassesLayer } from '../map/passes/passes-layer.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/**
 * While the analyst steps through passes: draws the shown pass, and hatches what it does not show. Reads the passes
 * again when the view moves or the results change. Ends the stepping when anything else changes the filter.
 */
export function syncPassSteps(app: MapApp): () => void {
  const { api, stores, engine } = app;
  const { passSteps, results, workspace } = stores;
  const outside = new NotImagedLayer();
  const outline = new PassesLayer();
  engine.layers.add('pass-steps', [outside.layer, outline.layer], {
    below: 'detections',
    above: [outline.arrows],
  });
  let isReading = false;
  let isOutdated = false;
  const refresh = async () => {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated) {
      isOutdated = false;
      const { steps } = passSteps.getState();
      if (!steps) break;
      const [read, share, records] = await Promise.all([
        readPassStops({ api, engine }, steps.before),
        readPassShare({ api, engine }, steps.shown.key),
        readStepRecords({ api }, steps.shown.key),
      ]);
      const latest = passSteps.getState().steps;
      if (!latest) break;
      const { setSteps } = passSteps.getState();
      // A step was made in the meantime: its share may be that of the former view.
      if (latest.shown !== steps.shown) isOutdated = true;
      else if (!read.ok || !share.ok || !records.ok) setSteps({ ...latest, isOutdated: true });
      else
        setSteps({
          ...latest,
          ...read.value,
          share: share.value,
          records: records.value,
          isOutdated: false,
        });
    }
    isReading = false;
  };
  const stops = [
    watch(
      passSteps,
      ({ steps }) => steps?.outline ?? null,
      (shown) => {
        const style = { color: () => mapColors().accent, label: shown ? arrowLabel(shown) : '' };
        outline.show(shown ? [{ ...shown, style }] : []);
        outside.show(shown?.footprint?.geometry ?? null);
      },
    ),
    watch(
      passSteps,
      ({ steps }) => steps?.box ?? null,
      (box) => {
        // The view may have moved while a step was made; a running refresh reads again after a step.
        if (box && !isReading && !isSameView(box, engine.camera.viewBox())) void refresh();
      },
    ),
    watch(
      results,
      ({ filter }) => filter,
      (filter) => {
        const { steps } = passSteps.getState();
        if (steps && steps.filter !== filter) leavePassSteps(app);
      },
    ),
    watch(
      workspace,
      ({ feed }) => feed,
      () => void refresh(),
    ),
    engine.on({ view: () => void refresh() }),
  ];
  return () => {
    for (const stop of stops) stop();
    engine.layers.remove('pass-steps');
  };
}
