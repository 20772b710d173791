import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import type { MapView } from '../map/map-types.ts';
import { isDrawer } from '../stores/panel-layout.ts';
import type { MapApp } from './map-app.ts';
import { joinStops, watch } from './watch.ts';

type Place = Pick<MapView, 'center' | 'zoom'>;

/** The map when a job began. */
type Start = {
  readonly place: Place;
  /** Number of times that the map had been moved. */
  readonly moves: number;
  /** The highest id of a detection. */
  readonly lastId: number;
};

/**
 * Restores the saved view of the map, or else zooms to the first results, and saves the view. After a fetch or an import
 * the map goes to what has come, unless it was moved meanwhile; the fetch of an order's results, which covers whole
 * regions, leaves the map where the order is. A filter by place or area moves it only where nothing that matches is in
 * view. The view of before is kept to go back to. Returns a function that stops it.
 */
export function syncView({ engine, stores }: Pick<MapApp, 'engine' | 'stores'>): () => void {
  const { mapView, results, ui, workspace } = stores;
  const { setView, setFormer } = mapView.getState();
  let shown: Place | null = mapView.getState().view;
  if (shown) engine.camera.setView(shown);
  let isFirstVisit = shown === null;
  let moves = 0;
  let isMovedHere = false;
  /** Place where the map was last moved to from here: on a busy computer that is reported only later. */
  let target: Place | null = null;
  const starts = new Map<string, Start>();
  /** The start of the job whose last detections are still on their way to the map. */
  let awaited: Start | null = null;
  /** Number of moves when a filter by place was set whose matches are still to be counted. */
  let movesAtFilter: number | null = null;

  const move = (go: () => boolean, former: Place) => {
    isMovedHere = true;
    if (go()) setFormer(former);
    void engine.camera.waitUntilStill().then(() => {
      isMovedHere = false;
      target = engine.camera.state;
    });
  };
  const placeNow = () => shown ?? engine.camera.state;
  const goToNew = ({ lastId, place }: Start) => move(() => engine.zoomToDetections(lastId), place);
  const followJobs = (jobs: readonly Job[]) => {
    for (const job of jobs) {
      if ((job.kind !== 'fetch' && job.kind !== 'import') || job.fetch?.orderId !== undefined) continue;
      const start = starts.get(job.id);
      if (isActiveJob(job)) {
        if (!start) starts.set(job.id, { moves, place: placeNow(), lastId: engine.lastDetectionId() });
      } else if (start) {
        starts.delete(job.id);
        if (job.state !== 'complete' || start.moves !== moves) continue;
        const { imported } = job;
        if (imported && imported.kind !== 'records') {
          move(() => {
            engine.camera.fitBounds(imported.bounds);
            return true;
          }, start.place);
        } else {
          goToNew(start);
          awaited = start;
          uncover(ui);
        }
      }
    }
  };
  return joinStops([
    watch(workspace, ({ jobs }) => jobs, followJobs),
    watch(
      results,
      ({ filter }) => spatialPart(filter),
      (part) => {
        movesAtFilter = part === '' ? null : moves;
      },
    ),
    engine.on({
      inView(count) {
        if (movesAtFilter === null || ui.getState().mapChannels.mask.state === 'pending') return;
        const isUnmoved = movesAtFilter === moves;
        movesAtFilter = null;
        if (count === 0 && isUnmoved) move(() => engine.zoomToDetections(), placeNow());
      },
      view(view) {
        const isSame = [shown, target].some((place) => place && isSamePlace(place, view));
        shown = view;
        setView(view);
        if (isSame || isMovedHere) return;
        moves++;
        setFormer(null);
      },
      detectionsShown(count) {
        if (count === 0) return;
        if (isFirstVisit) move(() => engine.zoomToDetections(), placeNow());
        else if (awaited && awaited.moves === moves) goToNew(awaited);
        isFirstVisit = false;
        awaited = null;
      },
    }),
  ]);
}

/** The members of a filter that limit where detections are, as a text; empty without any. */
function spatialPart({ places, within }: DetectionFilter): string {
  return places || within ? JSON.stringify({ places, within }) : '';
}

/** Closes the form that lies over the map and the table in a narrow window: what it requested has come. */
function uncover({ getState }: MapApp['stores']['ui']): void {
  const { drawers, panel, setPanelOpen, windowSize } = getState();
  if (panel === 'results' && drawers.side && isDrawer('side', windowSize)) setPanelOpen('side', false);
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.zoom === other.zoom && one.center[0] === other.center[0] && one.center[1] === other.center[1];
}
