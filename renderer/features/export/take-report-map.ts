import type { ReportMap } from '../../../shared/exchange/export-request.ts';
import type { App } from '../../context/app-context.tsx';
import { attributionsOf } from '../../map-sync/source-attributions.ts';
import { texts } from './texts.ts';

const width = 960;
const height = 540;
/** Pixels per CSS pixel, the sharpest first; a photograph as background makes a large file. */
const pixelRatios = [1.5, 1];
/** Characters of Base64 that a request takes. */
const maxLength = 6_000_000;
const prefix = 'data:image/png;base64,';

/** The map as it is now, for a report; undefined while it cannot be drawn. */
export async function takeReportMap({
  queries,
  engine,
  queryClient,
  stores,
}: Pick<App, 'api' | 'queries' | 'engine' | 'queryClient' | 'stores'>): Promise<ReportMap | undefined> {
  const sources = await queryClient.fetchQuery(queries.mapSources.list.queryOptions());
  for (const pixelRatio of pixelRatios) {
    const taken = await engine.takePicture(
      // For paper, whatever the screen has.
      { width, height, pixelRatio, scheme: 'light' },
      new AbortController().signal,
    );
    if (!taken.ok) return undefined;
    const { canvas, view, isComplete } = taken.value;
    const { detections } = engine.contentOf(view);
    const png = canvas.toDataURL('image/png').slice(prefix.length);
    if (png.length > maxLength) continue;
    const caption = [
      texts.report.map(detections),
      ...(isComplete ? [] : [texts.report.mapIncomplete]),
      ...attributionsOf(sources, stores.layers.getState().layers),
    ];
    return { png, caption: caption.join(' ').slice(0, 3000) };
  }
  return undefined;
}
