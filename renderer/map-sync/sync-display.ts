import type { DetectionRow } from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import { readMeaning } from '../../shared/results/property-meaning.ts';
import { ask } from '../api/ask.ts';
import { headingZoom } from './detections/paint-view.ts';
import { labelText } from './label-text.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/** How far beside its detection a label begins, in pixels: marks of sizes reach further. */
const labelOffset = { alike: 13, sized: 22 };

/** Ties how detections look to the map: density, sizes, headings and labels. */
export function syncDisplay({ api, stores, engine }: MapApp): () => void {
  const { mapDisplay, workspace, ui } = stores;
  const stops = [
    watch(
      mapDisplay,
      ({ density }) => density,
      (density) => engine.setDensity(density),
    ),
    watch(
      mapDisplay,
      ({ sizeBy }) => sizeBy,
      (field) => engine.setDetectionChannel('size', field === null ? [] : [valuesUrl(field)]),
    ),
    engine.on({ density: (density) => ui.setState({ density }) }),
    syncHeadings({ api, stores, engine }),
    syncLabels({ api, stores, engine }),
    watch(
      workspace,
      ({ feed }) => feed.state === 'none',
      (isClosed) => isClosed && ui.setState({ density: null }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Headings come from whatever properties are named so; which there are may change with every fetch. They are asked for
 * only where marks are large enough to show them.
 */
function syncHeadings({ api, stores: { mapDisplay, workspace, ui }, engine }: MapApp): () => void {
  const isNear = () => (ui.getState().view?.zoom ?? 0) >= headingZoom - 1;
  let shown = '';
  let latest = 0;
  const show = async () => {
    latest += 1;
    const ticket = latest;
    const isOn = mapDisplay.getState().headings && isNear() && workspace.getState().feed.state === 'ready';
    const result = isOn ? await ask(() => api.results.properties.query()) : null;
    // Without the names the marks stay round, as they are without any heading.
    if (ticket !== latest || (result && !result.ok)) return;
    const names = (result?.value ?? []).map(({ name }) => name).filter(isHeading);
    const urls = names.map((name) => valuesUrl(`property:${name}`));
    if (urls.join('\n') === shown) return;
    shown = urls.join('\n');
    engine.setDetectionChannel('heading', urls);
  };
  const stops = [
    watch(
      mapDisplay,
      ({ headings }) => headings,
      () => void show(),
    ),
    watch(ui, isNear, () => void show()),
    watch(
      workspace,
      ({ feed }) => feed,
      () => void show(),
    ),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}

/** Whether a number under this name is a heading. */
function isHeading(name: string): boolean {
  return readMeaning({ [name]: 1 }).headingDegrees !== null;
}

/** Where the numbers of a field are to be had, one for each detection of the feed. */
function valuesUrl(field: DetectionField): string {
  return `/feed/values?field=${encodeURIComponent(field)}`;
}

/** Labels of the detections that are near enough and few enough; their rows are asked for once. */
function syncLabels({ api, stores: { mapDisplay, workspace }, engine }: MapApp): () => void {
  let rows = new Map<number, DetectionRow>();
  let nearby: readonly number[] = [];
  let latest = 0;
  const show = async () => {
    const { label, sizeBy } = mapDisplay.getState();
    latest += 1;
    const ticket = latest;
    if (label !== null) {
      const missing = nearby.filter((id) => !rows.has(id));
      const known = rows;
      const result = missing.length > 0 ? await ask(() => api.results.detections.query(missing)) : null;
      // A label that cannot be had is none; the table says what is wrong.
      if (ticket !== latest || (result && !result.ok)) return;
      for (const row of result?.value ?? []) known.set(row.id, row);
    }
    const labels = nearby.flatMap((id) => {
      const row = rows.get(id);
      const text = label !== null && row ? labelText(row, label) : '';
      return row && text !== '' ? [{ position: [row.longitude, row.latitude] as const, text }] : [];
    });
    engine.setLabels(labels, sizeBy === null ? labelOffset.alike : labelOffset.sized);
  };
  const stops = [
    watch(
      mapDisplay,
      ({ label }) => label,
      (label) => {
        engine.setNearbyWanted(label !== null);
        void show();
      },
    ),
    watch(
      mapDisplay,
      ({ sizeBy }) => sizeBy,
      () => void show(),
    ),
    watch(
      workspace,
      ({ feed }) => feed,
      () => {
        rows = new Map();
        void show();
      },
    ),
    engine.on({
      nearby(ids) {
        nearby = ids;
        void show();
      },
    }),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}
