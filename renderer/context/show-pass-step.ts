import type { BoundingBox } from '../../shared/geo/geometry.ts';
import type { PassRecord } from '../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import type { PassesOverView, PassSteps } from '../stores/pass-steps-store.ts';
import type { App } from './app-context.tsx';

/** Dependencies of stepping through passes. */
export type StepApp = Pick<App, 'api' | 'engine' | 'stores'>;

/** The passes that show a part of the view, by time; none while the map has no size. */
export async function readPassStops(
  { api, engine }: Pick<App, 'api' | 'engine'>,
  filter: DetectionFilter,
): Promise<Result<PassesOverView>> {
  const box = engine.camera.viewBox();
  if (!box) return succeed({ stops: [], box });
  const stops = await api.passes.stops.query({ filter, box: [...box] });
  return stops.ok ? succeed({ stops: stops.value, box }) : stops;
}

/** Whether two views are the same; false without one. */
export function isSameView(one: BoundingBox | null, other: BoundingBox | null): boolean {
  return one !== null && other !== null && one.every((degrees, index) => degrees === other[index]);
}

/** The share of the view that a pass shows, 0…1; 0 while the map has no size. */
export async function readPassShare(
  { api, engine }: Pick<App, 'api' | 'engine'>,
  key: string,
): Promise<Result<number>> {
  const box = engine.camera.viewBox();
  return box ? api.passes.share.query({ key, box: [...box] }) : succeed(0);
}

/** The workspace's records made from a pass, whatever is shown of them. */
export function readStepRecords(
  { api }: Pick<App, 'api'>,
  key: string,
): Promise<Result<readonly PassRecord[]>> {
  return api.passes.records.query(key);
}

/**
 * Shows a pass: filters the results to it, or with `isCumulative` to all passes up to its time. False when the filter was
 * changed in the meantime, which is newer than the step.
 */
export async function showPassStep(
  app: StepApp,
  {
    stops,
    box,
    isOutdated,
    stop,
    before,
    isCumulative,
  }: Pick<PassSteps, 'stops' | 'box' | 'isOutdated' | 'before' | 'isCumulative'> & {
    readonly stop: PassSteps['shown'];
  },
): Promise<Result<boolean>> {
  const { passes, passSteps, results } = app.stores;
  const { filter: former } = results.getState();
  const [filter, outlines, share, records] = await Promise.all([
    readFilter(app, stop, before, isCumulative),
    app.api.passes.outlines.query([stop.key]),
    readPassShare(app, stop.key),
    readStepRecords(app, stop.key),
  ]);
  if (!filter.ok) return filter;
  if (!outlines.ok) return outlines;
  if (!share.ok) return share;
  if (!records.ok) return records;
  if (results.getState().filter !== former) return succeed(false);
  const { steps } = passSteps.getState();
  const { chosenKeys } = passes.getState();
  // In this order: another filter than that of the steps ends them.
  passSteps.getState().setSteps({
    stops,
    box,
    shown: stop,
    share: share.value,
    isOutdated,
    records: records.value,
    outline: outlines.value[0] ?? null,
    isCumulative,
    before,
    // Other passes chosen since the last step are restored at the end instead.
    chosenBefore: steps && chosenKeys === steps.chosen ? steps.chosenBefore : chosenKeys,
    chosen: chosenKeys,
    filter: filter.value,
  });
  results.getState().replaceFilterUnsaved(filter.value);
  return succeed(true);
}

async function readFilter(
  { api }: Pick<App, 'api'>,
  { key, startedAt }: PassSteps['shown'],
  before: DetectionFilter,
  isCumulative: boolean,
): Promise<Result<DetectionFilter>> {
  if (isCumulative && startedAt !== null) return succeed({ ...before, collectedTo: startedAt + 1 });
  const ofPass = await api.passes.filter.query(key);
  if (!ofPass.ok) return ofPass;
  if (!ofPass.value) return fail('not-found', 'This pass is no longer in the workspace.');
  const { ids } = ofPass.value;
  const isBefore = before.ids && new Set(before.ids);
  const both = isBefore && ids ? { ids: ids.filter((id) => isBefore.has(id)) } : {};
  return succeed({ ...before, ...ofPass.value, ...both });
}

/** Ends the stepping and restores the filter and the chosen passes. */
export function endPassSteps(app: Pick<App, 'stores'>): void {
  const { steps } = app.stores.passSteps.getState();
  if (!steps) return;
  leavePassSteps(app);
  app.stores.results.getState().replaceFilter(steps.before);
}

/**
 * Ends the stepping with the filter as it is, and restores the chosen passes unless others were chosen in the meantime.
 */
export function leavePassSteps({ stores: { inspector, passSteps, passes } }: Pick<App, 'stores'>): void {
  const { steps, setSteps } = passSteps.getState();
  if (!steps) return;
  setSteps(null);
  const { chosenKeys, choose, restoreChosen } = passes.getState();
  if (chosenKeys !== steps.chosen) return;
  // What was clicked since stays in the inspector.
  if (inspector.getState().latest?.kind === 'pass') choose(steps.chosenBefore);
  else restoreChosen(steps.chosenBefore);
}
