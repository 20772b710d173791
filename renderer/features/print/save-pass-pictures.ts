import type { PassStop } from '../../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { savePicture } from '../../api/save-picture.ts';
import type { App } from '../../context/app-context.tsx';
import { endPassSteps, leavePassSteps, readPassStops, showPassStep } from '../../context/show-pass-step.ts';
import { texts } from '../../map-sheet/texts.ts';
import type { PassSteps } from '../../stores/pass-steps-store.ts';
import type { Stores } from '../../stores/stores.ts';

/** Drawing and watching of the images of passes. */
export type PassPicturesRequest = {
  /** Draws the map as it is now. */
  readonly draw: () => Promise<Result<Blob>>;
  readonly onPass: (position: number, count: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Steps through the passes over the view and saves an image of each, also of those in which nothing was found, as a job.
 * Shows afterwards what was shown before. Null when the user cancelled, also in the list of jobs. Fails when there are no
 * passes, when one cannot be shown or drawn, and with `disk`.
 */
export async function savePassPictures(
  app: Pick<App, 'api' | 'engine' | 'stores'>,
  { draw, onPass, signal }: PassPicturesRequest,
): Promise<Result<number | null>> {
  const { api, stores } = app;
  const former = stores.passSteps.getState().steps;
  const before = former?.before ?? stores.results.getState().filter;
  const isCumulative = former?.isCumulative ?? false;
  const read = await readPassStops(app, before);
  if (!read.ok) return read;
  const { stops, box } = read.value;
  if (stops.length === 0) return fail('not-found', texts.form.noPass);
  const started = await api.exchange.startPictures.mutate({ total: stops.length });
  if (!started.ok) return started;
  if (!started.value) return succeed(null);
  stores.workspace.getState().addJob(started.value);
  const { id } = started.value;
  const saveAll = async (): Promise<Result<number>> => {
    const names = passPictureNames(stops);
    for (const [index, stop] of stops.entries()) {
      onPass(index + 1, stops.length);
      const shown = await showPassStep(app, {
        stops,
        box,
        isOutdated: false,
        stop,
        before,
        isCumulative,
      });
      if (!shown.ok) return shown;
      if (!shown.value) return fail('conflict', texts.form.filterChanged);
      const drawn = await waitForFilter(stores, signal);
      if (!drawn.ok) return drawn;
      // Labels and density follow the filter after a delay only.
      await app.engine.settleDetections();
      const settled = await waitForFilter(stores, signal);
      if (!settled.ok) return settled;
      const png = await draw();
      if (!png.ok) return png;
      // The image shows another filter when it was changed in the meantime.
      if (stores.passSteps.getState().steps?.shown !== stop)
        return fail('conflict', texts.form.filterChanged);
      const saved = await savePicture(png.value, names[index] ?? '', signal, id);
      if (!saved.ok) return saved;
    }
    const finished = await api.exchange.finishPictures.mutate(id);
    return finished.ok ? succeed(stops.length) : finished;
  };
  // Their outlines would be on the picture of every pass. The inspector stays as it is.
  const { chosenKeys, restoreChosen } = stores.passes.getState();
  const noPasses: readonly string[] = [];
  restoreChosen(noPasses);
  let saved: Result<number> | undefined;
  try {
    saved = await saveAll();
    return !saved.ok && saved.failure.code === 'cancelled' ? succeed(null) : saved;
  } finally {
    if (!saved?.ok) await api.jobs.cancel.mutate(id);
    // Others that were chosen in the meantime stay.
    if (stores.passes.getState().chosenKeys === noPasses) restoreChosen(chosenKeys);
    if (former) restoreSteps(app, former);
    else endPassSteps(app);
  }
}

/** Goes on with the stepping of before, or ends it when the filter was changed in the meantime. */
function restoreSteps(app: Pick<App, 'stores'>, former: PassSteps): void {
  const { passSteps, results } = app.stores;
  const { steps, setSteps } = passSteps.getState();
  setSteps(former);
  if (steps) results.getState().replaceFilterUnsaved(former.filter);
  else leavePassSteps(app);
}

/**
 * File names by collection time in UTC, in the order of the passes when they are sorted: `2026-11-20T01-02-03Z.png`.
 * Passes of one second, and those without a time, are numbered.
 */
export function passPictureNames(stops: readonly Pick<PassStop, 'startedAt'>[]): readonly string[] {
  const counts = new Map<string, number>();
  return stops.map(({ startedAt }) => {
    const time = startedAt === null ? null : new Date(startedAt).toISOString();
    const stem = time === null ? 'without-time' : `${time.slice(0, 19).replaceAll(':', '-')}Z`;
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    // An underscore sorts after the dot.
    return count === 1 ? `${stem}.png` : `${stem}_${count}.png`;
  });
}

/** Resolves when the map has what it draws of the filter. Fails with `cancelled`, and when the filter cannot be applied. */
function waitForFilter(
  { ui, layers }: Pick<Stores, 'ui' | 'layers'>,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  return new Promise((resolve) => {
    const end = (result: Result<undefined>) => {
      for (const stop of stops) stop();
      signal.removeEventListener('abort', check);
      resolve(result);
    };
    const check = () => {
      const { mapChannels, areLabelsLoading } = ui.getState();
      const { mask } = mapChannels;
      const isLoading =
        areLabelsLoading || Object.values(layers.getState().statuses).some((status) => status.isLoading);
      if (signal.aborted) end(fail('cancelled', texts.form.cancelled));
      else if (mask.state === 'failed') end(fail('server-error', mask.message));
      else if (mask.state !== 'pending' && !isLoading) end(succeed(undefined));
    };
    const stops = [ui.subscribe(check), layers.subscribe(check)];
    signal.addEventListener('abort', check);
    check();
  });
}
