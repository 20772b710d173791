import type { AreaShape } from '../../shared/areas/area.ts';
import type { Bookmark } from '../../shared/bookmarks/bookmark.ts';
import type { LonLat } from '../../shared/geo/geometry.ts';
import type { ReportKind } from '../../shared/reports/report-kind.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import type { ReviewChange } from '../../shared/review/review-change.ts';
import type { ReviewQueueOrder } from '../../shared/review/review-queue.ts';
import type { SavedSearchStatus } from '../../shared/searches/saved-search.ts';
import type { WatchRuleInput } from '../../shared/watch/watch-rule.ts';

/**
 * Commands that take an input, and its type: how one feature uses another one for something that a store action
 * cannot do. The feature that owns a command adds it to the registry; menus and the palette do not list it.
 */
export type CommandInputs = {
  /** Saves a shape as a new area and selects it. A shape that cannot be saved is held in the areas panel. */
  'areas.create': { readonly shape: AreaShape };
  /** Changes the shape of an area; can be undone. */
  'areas.change-shape': { readonly areaId: string; readonly shape: AreaShape };
  /** Previews the areas of files; nothing is saved. */
  'areas.import-files': { readonly files: readonly File[] };
  /** Saves the areas of a file as sites, and shows them. */
  'areas.import-site': { readonly file: File };
  /** Opens the order form with the areas added to the edited order, or to a new one. */
  'orders.start-for-areas': { readonly areaIds: readonly string[] };
  /** Starts the fetch that matches the request of an order. */
  'orders.fetch-results-of': { readonly orderId: string };
  /** Marks a position and centers the map on it. */
  'places.go-to': { readonly position: LonLat; readonly label?: string; readonly zoom?: number };
  /** Restricts the filter to the detections of a pass. */
  'passes.filter': { readonly key: string };
  /** Shows the view of a bookmark and applies its filter, if any. */
  'places.open-bookmark': { readonly bookmark: Bookmark };
  /** Saves the view of the map, centered on a position, as a bookmark. */
  'places.add-bookmark': { readonly name: string; readonly center: LonLat };
  /** Shows the results of a saved search and marks them as viewed. */
  'searches.open-results': { readonly status: SavedSearchStatus };
  /** Shows only what one fetch returned, of an order's only what lies in its areas, and zooms to it. */
  'searches.show-fetch': { readonly fetchId: string; readonly orderId?: string | undefined };
  /** Lists the records that a fetch returned with other content than before. */
  'searches.show-changes': { readonly fetchId: string };
  /** Fetches records again, all of their fields. */
  'searches.fetch-records': { readonly recordIds: readonly string[] };
  /** Opens the dialog that saves the search for an order's results. */
  'searches.save-order-search': { readonly orderId: string; readonly name: string };
  /** Opens the dialog that saves the query of a fetch as a search, to repeat it. */
  'searches.repeat-fetch': { readonly fetchId: string };
  /** Saves the query of a fetch as a search, unless one has it, and opens a rule with the area and expression of the page. */
  'searches.watch-fetch': { readonly fetchId: string };
  /** Opens the form for a new rule with these settings. */
  'watch.start-rule': Partial<Pick<WatchRuleInput, 'name' | 'searchId' | 'areaId' | 'expression'>>;
  /** Fetches what is new for a rule. */
  'watch.run-rule': Pick<WatchRuleInput, 'searchId' | 'name'>;
  /** Selects a profile, and opens the sign-in form if it has no valid token. */
  'session.select-profile': { readonly profileId: string };
  /** Imports raw records from files that were dropped on the window. */
  'record-import.start': { readonly files: readonly File[] };
  /** Imports layers from files that were dropped on the window. */
  'layers.import-files': { readonly files: readonly File[] };
  /** Focuses a record and zooms to its footprints. */
  'records.focus': { readonly recordId: string };
  /** Changes the reviews of detections: shown at once, then written; can be undone, with `message` by a button. */
  'review.set': {
    readonly ids: readonly number[];
    readonly change: ReviewChange;
    readonly message?: string | undefined;
  };
  /** Shows a detection with its note open, which has a text that was discarded. */
  'review.restore-note': { readonly detectionId: number; readonly text: string; readonly former: string };
  /** Records a batch of reviews that is written already, so that it can be undone. */
  'review.record-batch': { readonly name: string; readonly batch: string; readonly message: string };
  /** Detaches a verdict that was carried over to a detection. */
  'review.detach': { readonly detectionId: number };
  /** Replaces the review queue by the detections that match a filter, and shows the review panel. */
  'review.start-queue': {
    readonly title: string;
    readonly filter: DetectionFilter;
    readonly order: ReviewQueueOrder;
    readonly skipsJudged: boolean;
  };
  /** Reviews the next detections of a shared queue of the team, and shows the review panel. */
  'review.shared': { readonly queue: string };
  /** Compares the first two images of a record on the map. */
  'passes.compare-images': { readonly recordId: string };
  /** Opens a page of the guide; its id is its file's name in `docs/guide/` without `.md`. */
  'help.open': { readonly page: string };
  /** Opens the export dialog for the selected detections with their reviews included. */
  'export.reviewed': { readonly ids: Iterable<number> };
  /** Opens the export dialog for a report: of the area `site`, or of the detections `ids`, which it selects. */
  'export.report': {
    readonly kind: ReportKind;
    readonly site?: string;
    readonly ids?: Iterable<number>;
  };
};

/** The command with an id and its input. `title` names it when it fails. */
export type InputCommandOf<Id extends keyof CommandInputs> = {
  readonly id: Id;
  readonly title: string;
  run(input: CommandInputs[Id]): void | Promise<void>;
};

/** A command with an input. */
export type InputCommand = { [Id in keyof CommandInputs]: InputCommandOf<Id> }[keyof CommandInputs];
