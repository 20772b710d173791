import type { Bookmark, BookmarkReturn, NewBookmark } from '../../shared/bookmarks/bookmark.ts';
import { formatDecimalDegrees } from '../../shared/geo/coordinates.ts';
import type { LonLat } from '../../shared/geo/geometry.ts';
import type { Failure } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyInfo, notifyUndo } from '../app/notify.tsx';
import { copyText } from '../components/use-copy.ts';
import { refusalOf } from '../map/drawing/shape-refusal.ts';
import { createArea } from './area-commands.ts';

/** Whoever goes to a place wants to see what is around it: some 50 km. */
const placeZoom = 10;

/** Marks a position and brings it into the middle of the map. */
export function goToPosition(
  { engine, stores }: Pick<App, 'engine' | 'stores'>,
  position: LonLat,
  label = formatDecimalDegrees(position),
  zoom = placeZoom,
): void {
  stores.places.setState({ mark: { position, label } });
  engine.zoomToPosition(position, zoom);
}

/** Takes the mark off the map; false when there is none. */
export function dismissMark({ stores }: Pick<App, 'stores'>): boolean {
  if (!stores.places.getState().mark) return false;
  stores.places.setState({ mark: null });
  return true;
}

/** Copies text and says so, by `what` where the text itself is long. */
export async function copyAndTell(text: string, what = text): Promise<void> {
  if (await copyText(text)) notifyInfo(`${what} was copied.`);
  else notifyInfo(`The clipboard was refused. The text is ${text}`);
}

/** Keeps a circle around a position as an area. Answers why it cannot be one, for the place where it was typed. */
export async function createCircle(app: App, center: LonLat, radiusMetres: number): Promise<string | null> {
  if (!(radiusMetres > 0)) return 'Give a radius that is greater than 0.';
  const shape = { kind: 'circle', center: [center[0], center[1]], radiusMetres } as const;
  const mutable = { ...shape, center: [...shape.center] as [number, number] };
  const refusal = refusalOf(mutable);
  if (refusal) return refusal;
  await createArea(app, mutable);
  app.engine.zoomToArea(mutable);
  return null;
}

/** Takes up the measure tool and begins at a position. */
export function measureFrom({ engine, stores }: Pick<App, 'engine' | 'stores'>, position: LonLat): void {
  stores.ui.getState().setTool('measure');
  engine.measureFrom(position);
  engine.focus();
}

/** Keeps what the map shows, or a position in its middle, as a bookmark; `withFilter` keeps the filter, too. */
export async function addBookmark(
  { api, engine, stores }: App,
  { name, center, withFilter }: { name: string; center?: LonLat; withFilter: boolean },
): Promise<Failure | null> {
  // On its way somewhere, what is meant is where it goes.
  await engine.standsStill();
  const view = engine.view();
  const [longitude, latitude] = center ?? view.center;
  const { filter } = stores.results.getState();
  const bookmark: NewBookmark = {
    name,
    view: { center: [longitude, latitude], zoom: view.zoom, rotation: view.rotation },
    filter: withFilter ? filter : null,
  };
  const result = await ask(() => api.bookmarks.create.mutate(bookmark));
  if (!result.ok) return result.failure;
  notifyInfo(`“${result.value.name}” is among the bookmarks now.`);
  return null;
}

/** Looks where a bookmark looks, with its filter where it has one; the filter before can be brought back. */
export function openBookmark({ engine, stores }: Pick<App, 'engine' | 'stores'>, bookmark: Bookmark): void {
  engine.goTo(bookmark.view);
  stores.places.setState({ bookmarksOpen: false });
  if (!bookmark.filter) return;
  const { results } = stores;
  const before = results.getState().filter;
  results.setState({ filter: bookmark.filter });
  notifyUndo(`The filter of “${bookmark.name}” is in use.`, () => results.setState({ filter: before }));
}

/** Looks where the bookmark at a place of the list looks, counted from 0. Nothing when there is none. */
export async function openBookmarkAt(app: App, place: number): Promise<void> {
  const result = await ask(() => app.api.bookmarks.list.query());
  if (!result.ok) return notifyFailure(result.failure, 'The bookmarks could not be read.');
  const bookmark = result.value[place];
  if (bookmark) openBookmark(app, bookmark);
  else notifyInfo(`There is no bookmark ${place + 1} yet.`);
}

/** Deletes a bookmark, without asking: it can be taken back. */
export async function removeBookmark({ api }: Pick<App, 'api'>, { id, name }: Bookmark): Promise<void> {
  const result = await ask(() => api.bookmarks.remove.mutate(id));
  if (!result.ok) return notifyFailure(result.failure, `“${name}” was not deleted.`);
  const back: BookmarkReturn = result.value;
  notifyUndo(`“${name}” deleted.`, async () => {
    const returned = await ask(() => api.bookmarks.bringBack.mutate(back));
    if (!returned.ok) notifyFailure(returned.failure, `Deleting “${name}” could not be taken back.`);
  });
}
