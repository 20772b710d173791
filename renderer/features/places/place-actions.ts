import type { Bookmark, NewBookmark } from '../../../shared/bookmarks/bookmark.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { Failure } from '../../../shared/result.ts';
import { rollFilter } from '../../../shared/results/relative-filter.ts';
import type { App } from '../../context/app-context.tsx';
import { createItem, removeItem } from '../../context/items.ts';
import { shapeProblem } from '../../map/drawing/shape-problem.ts';
import { notifyAction, notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** The zoom level for a position: shows about 50 km around it. */
const placeZoom = 10;

/** Marks a position and centers the map on it. */
export function goToPosition(
  { engine, stores }: Pick<App, 'engine' | 'stores'>,
  position: LonLat,
  label = formatPosition(position),
  zoom = placeZoom,
): void {
  stores.places.getState().setMark({ position, label });
  engine.camera.moveTo(position, zoom);
}

/** Saves a circle around a position as an area. Returns why it is invalid, or null. */
export async function createCircleArea(
  app: App,
  center: LonLat,
  radiusMetres: number,
): Promise<Failure | null> {
  if (!(radiusMetres > 0)) return { code: 'invalid-input', message: texts.mark.noRadius };
  const shape = { kind: 'circle', center: [center[0], center[1]], radiusMetres } as const;
  const mutable = { ...shape, center: [...shape.center] as [number, number] };
  const refusal = shapeProblem(mutable);
  if (refusal) return { code: 'invalid-input', message: refusal };
  await app.commands.runWith('areas.create', { shape: mutable });
  app.engine.zoomToArea(mutable);
  return null;
}

/** Saves the view of the map, centered on `center` if given, as a bookmark; `withFilter` includes the filter. */
export async function addBookmark(
  app: App,
  { name, center, withFilter }: { name: string; center?: LonLat; withFilter: boolean },
): Promise<Failure | null> {
  const { engine, stores } = app;
  // During an animation, the target of the animation is bookmarked.
  await engine.camera.waitUntilStill();
  const view = engine.camera.state;
  const [longitude, latitude] = center ?? view.center;
  const { filter } = stores.results.getState();
  const bookmark: NewBookmark = {
    name,
    view: { center: [longitude, latitude], zoom: view.zoom, rotation: view.rotation },
    filter: withFilter ? filter : null,
  };
  const added = await createItem(app, 'bookmarks', bookmark, texts.edits.adding(name));
  if (!added.ok) return added.failure;
  notifyInfo(texts.bookmarks.added(added.value.name));
  return null;
}

/** Shows the view of a bookmark and applies its filter, if any; the former filter can be restored. */
export function openBookmark({ engine, stores }: Pick<App, 'engine' | 'stores'>, bookmark: Bookmark): void {
  engine.camera.goTo(bookmark.view);
  stores.places.getState().setBookmarksOpen(false);
  if (!bookmark.filter) return;
  const { filter: before, replaceFilter } = stores.results.getState();
  replaceFilter(rollFilter(bookmark.filter, Date.now()));
  notifyAction(texts.bookmarks.filterApplied(bookmark.name), {
    label: texts.bookmarks.restoreFilter,
    run: () => replaceFilter(before),
  });
}

/** Opens the bookmark at an index of the list. Shows a message when there is none. */
export async function openBookmarkAt(app: App, index: number): Promise<void> {
  const result = await app.api.bookmarks.list.query();
  if (!result.ok) return notifyFailure(result.failure, texts.bookmarks.notRead);
  const bookmark = result.value[index];
  if (bookmark) openBookmark(app, bookmark);
  else notifyInfo(texts.bookmarks.noneAt(index + 1));
}

/** Deletes a bookmark without confirmation: it can be undone. */
export function removeBookmark(app: App, bookmark: Bookmark): Promise<void> {
  const { name } = bookmark;
  return removeItem(app, 'bookmarks', bookmark, {
    name: texts.edits.deleting(name),
    message: texts.edits.deleted(name),
    failed: texts.bookmarks.notDeleted(name),
  });
}
