import type { PassStop } from '../../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import type { PassSteps } from '../../stores/pass-steps-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

type StepApp = Pick<App, 'api' | 'engine' | 'stores'>;

/** Shows the next (1) or the previous (−1) pass over the view; first the earliest, or the latest. */
export async function stepToPass(app: StepApp, direction: 1 | -1): Promise<void> {
  const { passSteps, results } = app.stores;
  const { steps } = passSteps.getState();
  const before = steps?.before ?? results.getState().filter;
  const box = app.engine.viewBox();
  if (!box) return;
  const read = await callApi(() => app.api.passes.stops.query({ filter: before, box: [...box] }));
  if (!read.ok) return notifyFailure(read.failure, texts.failed);
  const stops = read.value;
  if (stops.length === 0) return notifyInfo(texts.none);
  const stop = findStop(stops, steps?.shown ?? null, direction);
  if (!stop) return notifyInfo(direction === 1 ? texts.isLast : texts.isFirst);
  await showStop(app, { stops, stop, before, isCumulative: steps?.isCumulative ?? false });
}

/** Switches between the detections of the shown pass and those of all passes up to its time. */
export async function toggleCumulative(app: StepApp): Promise<void> {
  const { steps } = app.stores.passSteps.getState();
  if (!steps) return;
  const { stops, shown, before, isCumulative } = steps;
  await showStop(app, { stops, stop: shown, before, isCumulative: !isCumulative });
}

/** Ends the stepping and restores the filter. */
export function endSteps({ stores: { passSteps, results } }: Pick<App, 'stores'>): void {
  const { steps, setSteps } = passSteps.getState();
  if (!steps) return;
  setSteps(null);
  results.getState().replaceFilter(steps.before);
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

async function showStop(
  app: StepApp,
  {
    stops,
    stop,
    before,
    isCumulative,
  }: Pick<PassSteps, 'stops' | 'before' | 'isCumulative'> & {
    readonly stop: PassSteps['shown'];
  },
): Promise<void> {
  const { passSteps, results } = app.stores;
  const [filter, outlines] = await Promise.all([
    readFilter(app, stop, before, isCumulative),
    callApi(() => app.api.passes.outlines.query([stop.key])),
  ]);
  if (!filter.ok) return notifyFailure(filter.failure, texts.failed);
  if (!outlines.ok) return notifyFailure(outlines.failure, texts.failed);
  // In this order: another filter than that of the steps ends them.
  passSteps.getState().setSteps({
    stops,
    shown: stop,
    outline: outlines.value[0] ?? null,
    isCumulative,
    before,
    filter: filter.value,
  });
  results.getState().replaceFilter(filter.value);
}

async function readFilter(
  { api }: StepApp,
  { key, startedAt }: PassSteps['shown'],
  before: DetectionFilter,
  isCumulative: boolean,
): Promise<Result<DetectionFilter>> {
  if (isCumulative && startedAt !== null) return succeed({ ...before, collectedTo: startedAt + 1 });
  const ofPass = await callApi(() => api.passes.filter.query(key));
  if (!ofPass.ok) return ofPass;
  if (!ofPass.value) return fail('not-found', texts.gone);
  const { ids } = ofPass.value;
  const isBefore = before.ids && new Set(before.ids);
  const both = isBefore && ids ? { ids: ids.filter((id) => isBefore.has(id)) } : {};
  return succeed({ ...before, ...ofPass.value, ...both });
}
