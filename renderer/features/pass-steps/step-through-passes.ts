import type { PassStop } from '../../../shared/passes/pass.ts';
import { succeed } from '../../../shared/result.ts';
import { isSameView, readPassStops, type StepApp, showPassStep } from '../../context/show-pass-step.ts';
import type { PassSteps } from '../../stores/pass-steps-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/**
 * Shows the next (1) or the previous (−1) pass over the view; first the inspected one, or the earliest or the latest.
 */
export async function stepToPass(app: StepApp, direction: 1 | -1): Promise<void> {
  const { inspector, passSteps, results } = app.stores;
  const { steps } = passSteps.getState();
  const { filter } = results.getState();
  const before = steps?.before ?? filter;
  // The passes over a view can be many thousands; `map-sync` reads them again when the results change.
  const read =
    steps && !steps.isOutdated && isSameView(steps.box, app.engine.viewBox())
      ? succeed(steps)
      : await readPassStops(app, before);
  // The filter was changed in the meantime, which is newer than the step.
  if (results.getState().filter !== filter) return;
  if (!read.ok) return notifyFailure(read.failure, texts.failed);
  const { stops, box } = read.value;
  if (stops.length === 0) return notifyInfo(texts.none);
  const { item } = inspector.getState();
  const inspected = steps ? undefined : stops.find(({ key }) => item?.kind === 'pass' && item.id === key);
  const stop = inspected ?? findStop(stops, steps?.shown ?? null, direction);
  if (!stop) return notifyInfo(direction === 1 ? texts.isLast : texts.isFirst);
  await show(app, {
    stops,
    box,
    isOutdated: false,
    stop,
    before,
    isCumulative: steps?.isCumulative ?? false,
  });
}

/** Switches between the detections of the shown pass and those of all passes up to its time. */
export async function toggleCumulative(app: StepApp): Promise<void> {
  const { steps } = app.stores.passSteps.getState();
  if (!steps) return;
  await show(app, { ...steps, stop: steps.shown, isCumulative: !steps.isCumulative });
}

/** The stop before or after the shown one; when that is not over the view, by its time. Undefined at either end. */
function findStop(
  stops: readonly PassStop[],
  shown: PassSteps['shown'] | null,
  direction: 1 | -1,
): PassStop | undefined {
  if (!shown) return direction === 1 ? stops[0] : stops.at(-1);
  const index = stops.findIndex(({ key }) => key === shown.key);
  if (index >= 0) return stops[index + direction];
  const time = shown.startedAt ?? Number.POSITIVE_INFINITY;
  return direction === 1
    ? stops.find(({ startedAt }) => (startedAt ?? Number.POSITIVE_INFINITY) > time)
    : stops.findLast(({ startedAt }) => (startedAt ?? Number.POSITIVE_INFINITY) < time);
}

async function show(app: StepApp, step: Parameters<typeof showPassStep>[1]): Promise<void> {
  const shown = await showPassStep(app, step);
  if (!shown.ok) return notifyFailure(shown.failure, texts.failed);
  if (!shown.value) return;
  const { inspector, passes, passSteps } = app.stores;
  // Otherwise outline and inspector would stay on another pass than the note states.
  const chosen = inspector.getState().latest?.kind === 'pass' ? [step.stop.key] : [];
  passes.getState().choose(chosen);
  const { steps, setSteps } = passSteps.getState();
  if (steps) setSteps({ ...steps, chosen });
}
