import type { PassStop } from '../../../shared/passes/pass.ts';
import { succeed } from '../../../shared/result.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import {
  endPassSteps,
  isSameView,
  readPassStops,
  type StepApp,
  showPassStep,
} from '../../context/show-pass-step.ts';
import { isMapInMainColumn } from '../../context/use-review-stage.ts';
import type { PassSteps } from '../../stores/pass-steps-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** The commands that step through the passes over the view. */
export function createPassStepCommands(app: App): readonly Command[] {
  const { passSteps, workspace } = app.stores;
  const canStep = () => workspace.getState().feed.state === 'ready' || texts.noResults;
  const isStepping = () => passSteps.getState().steps !== null || texts.notStepping;
  // One step after the other, so that no key press is lost while a pass is being read.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (action: () => Promise<void>) => {
    last = last.then(action, action);
    return last;
  };
  return [
    {
      id: 'pass-steps.next',
      title: texts.next,
      keywords: texts.keywords,
      group: 'Results',
      hotkey: '.',
      isKeyShown: () => isMapInMainColumn(app.stores),
      enabled: canStep,
      run: () => inTurn(() => stepToPass(app, 1)),
    },
    {
      id: 'pass-steps.previous',
      title: texts.previous,
      keywords: texts.keywords,
      group: 'Results',
      hotkey: ',',
      isKeyShown: () => isMapInMainColumn(app.stores),
      enabled: canStep,
      run: () => inTurn(() => stepToPass(app, -1)),
    },
    {
      id: 'pass-steps.cumulative',
      title: texts.cumulative,
      keywords: texts.keywords,
      group: 'Results',
      enabled: isStepping,
      run: () => inTurn(() => toggleCumulative(app)),
    },
    {
      id: 'pass-steps.end',
      title: texts.end,
      keywords: texts.keywords,
      group: 'Results',
      enabled: isStepping,
      run: () => inTurn(async () => endPassSteps(app)),
    },
  ];
}

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
    steps && !steps.isOutdated && isSameView(steps.box, app.engine.camera.viewBox())
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
