import type { ChannelName } from '../../../renderer/map/detections/detections-messages.ts';
import { setMapScheme } from '../../../renderer/map/map-colors.ts';
import { MapEngine } from '../../../renderer/map/map-engine.ts';
import type { MapEvents } from '../../../renderer/map/map-types.ts';
import { Coverage } from '../../../renderer/map/passes/coverage.ts';
import type { CoverageState } from '../../../renderer/map/passes/coverage-messages.ts';
import { PassesLayer, type PassStyle } from '../../../renderer/map/passes/passes-layer.ts';
import { makeSheet } from '../../../renderer/map-sheet/make-sheet.ts';
import type { PictureChoice } from '../../../renderer/map-sheet/picture-choice.ts';
import { type PaperId, paperOf } from '../../../renderer/map-sheet/sheet-layout.ts';
import type { PassOutline } from '../../../shared/passes/pass.ts';
import { type DetectionFeed, encodeFeed } from '../../../shared/results/detection-feed.ts';
import { colorCodes, encodeFeedColors } from '../../../shared/results/feed-colors.ts';
import { encodeFeedReviews } from '../../../shared/results/feed-reviews.ts';
import { encodeFeedValues } from '../../../shared/results/feed-values.ts';
import { IdSet } from '../../../shared/results/id-set.ts';
import { encodeMatchMask } from '../../../shared/results/match-mask.ts';
import { reviewFlagBits } from '../../../shared/review/review-flags.ts';
import { clusteredDetections, detectionFeed, type FeedDetection } from '../../builders/detection-feed.ts';
import { type OutlinedImage, packOutlines } from '../../builders/outline-feed.ts';
import { type FeedShape, shapeMessage } from '../../builders/shape-feed.ts';

/** The size of a picture that a test requests. */
export type PictureWish = {
  readonly paper: PaperId;
  readonly title?: string;
  readonly analytic: string;
  readonly choice: Partial<PictureChoice>;
};

/** The interface of the page for tests: a mounted engine, and all events it has emitted. */
export type MapHarness = {
  readonly engine: MapEngine;
  /** Replaces everything by a new engine without content, as at the start of the page. */
  restart(): void;
  /** The last argument of every event. */
  readonly emitted: { readonly name: keyof MapEvents; readonly value: unknown }[];
  show(detections: readonly FeedDetection[]): Promise<void>;
  /** Shows so many detections in clusters, always the same ones. */
  showClusters(count: number): Promise<void>;
  /** Shows the same detections as the next version. */
  showNextVersion(): Promise<void>;
  /** Shows of them only those with these ids; null: all. */
  setMask(ids: readonly number[] | null): Promise<void>;
  /** Emits new review flags by detection id; with `whole`, as a change of too many detections to list them. */
  review(flags: Readonly<Record<number, number>>, whole?: boolean): Promise<void>;
  /** Sizes or headings of the detections, by id. */
  setValues(channel: 'size' | 'heading', values: Readonly<Record<number, number>> | null): Promise<void>;
  /** Colors of the detections by the index of a name, by id; those without one have no value. */
  setColors(names: readonly string[], codes: Readonly<Record<number, number>>): Promise<void>;
  /** Shows outlines of detections, or footprints. */
  showOutlines(of: 'areas' | 'footprints', shapes: readonly FeedShape[]): Promise<void>;
  /** Draws passes with their look direction. */
  showPasses(passes: readonly (PassOutline & { readonly style: PassStyle })[]): Promise<void>;
  /** Counts how often places were imaged, to the end. */
  showCoverage(images: readonly OutlinedImage[]): Promise<CoverageState>;
  /** Count at a position. */
  coverageAt(position: readonly [number, number]): ReturnType<Coverage['at']>;
  /** A selection, for `engine.setSelection`. */
  idSet(ids: readonly number[]): IdSet;
  /** A sheet with the map and, of what can go with it, what is named; one detection of `analytic` is in its legend. */
  picture(request: PictureWish): Promise<{ readonly png: string; readonly isComplete: boolean }>;
  /** The next finished frame. */
  frame(): Promise<void>;
};

declare global {
  interface Window {
    harness: MapHarness;
  }
}

let emitted: MapHarness['emitted'][number][];
let engine: MapEngine;
let passLayer: PassesLayer;
let coverage: Coverage;
let onCoverage: (state: CoverageState) => void;
let feed: DetectionFeed;
start();

function start(): void {
  const element = document.createElement('div');
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', 'Map');
  document.body.replaceChildren(element);
  feed = detectionFeed([]);
  emitted = [];
  onCoverage = () => {};
  setMapScheme('dark');
  engine = new MapEngine(listeners(emitted));
  engine.mount(element);
  passLayer = new PassesLayer();
  engine.layers.add('passes', [passLayer.layer], { below: 'detections', above: [passLayer.arrows] });
  coverage = new Coverage({ state: (state) => onCoverage(state) });
  engine.layers.add('coverage', [coverage.layer, engine.basemap.createLines()], { below: 'orders' });
  engine.on({ view: (view) => coverage.setView(engine.camera.viewBox(), view) });
}

window.harness = {
  get engine() {
    return engine;
  },
  get emitted() {
    return emitted;
  },
  restart() {
    engine.dispose();
    coverage.dispose();
    start();
  },
  show: (detections) => showFeed(detectionFeed(detections)),
  showClusters: (count) => showFeed(detectionFeed(clusteredDetections(count))),
  showNextVersion: () => showFeed({ ...feed, version: feed.version + 1 }),
  setMask: (ids) => setChannel('mask', ids && maskMessage(new Set(ids))),
  async review(flags, whole = false) {
    for (const [id, bits] of Object.entries(flags)) {
      const index = feed.id.indexOf(Number(id));
      feed.flags[index] = ((feed.flags[index] ?? 0) & ~reviewFlagBits) | bits;
    }
    const former = feed.reviewsVersion;
    feed = { ...feed, reviewsVersion: former + 1 };
    const all = { version: feed.version, reviewsVersion: feed.reviewsVersion, flags: feed.flags };
    const changed = Object.entries(flags).map(([id, bits]) => ({ id: Number(id), flags: bits }));
    const change = { previousVersion: former, version: feed.reviewsVersion, flags: whole ? null : changed };
    engine.applyReviews(change, addressOf(encodeFeedReviews(all)));
    await frame();
  },
  setValues: (channel, values) => setChannel(channel, values && valuesMessage(values)),
  setColors: (names, codes) => setChannel('color', colorsMessage(names, codes)),
  async showOutlines(of, shapes) {
    const loaded = await engine.loadOutlines(of, shapeMessage(shapes));
    if (!loaded.ok) throw new Error(loaded.failure.message);
    await frame();
  },
  async showPasses(passes) {
    passLayer.show(passes);
    await frame();
  },
  showCoverage,
  coverageAt: (position) => coverage.at(position),
  idSet: (ids) => IdSet.of(ids),
  picture,
  frame,
};

async function showCoverage(images: readonly OutlinedImage[]): Promise<CoverageState> {
  engine.setCoverageShown(true);
  const ended = new Promise<CoverageState>((resolve) => {
    onCoverage = (state) => {
      if (state.state === 'shown' || state.state === 'failed') resolve(state);
    };
  });
  coverage.setView(engine.camera.viewBox(), engine.camera.state);
  coverage.load(addressOf(packOutlines(images)));
  const state = await ended;
  await frame();
  return state;
}

/** Listeners that add to `target`, which an engine that is replaced no longer shares with the next one. */
function listeners(target: typeof emitted): Partial<MapEvents> {
  const record =
    (name: keyof MapEvents) =>
    (...values: unknown[]) =>
      void target.push({ name, value: values.at(-1) });
  return {
    channel: record('channel'),
    density: record('density'),
    square: record('square'),
    nearby: record('nearby'),
    closeUp: record('closeUp'),
    outlined: (ids, mode) => void target.push({ name: 'outlined', value: { ids: [...ids], mode } }),
    hover: record('hover'),
    click: record('click'),
    drawing: record('drawing'),
    refused: record('refused'),
    drawn: record('drawn'),
    edited: record('edited'),
    view: record('view'),
    inView: record('inView'),
    detectionsShown: record('detectionsShown'),
    problem: record('problem'),
  };
}

async function showFeed(next: DetectionFeed): Promise<void> {
  feed = next;
  const encoder = new TextEncoder();
  const result = await engine.loadDetections(encodeFeed(feed, (text) => encoder.encode(text)).buffer);
  if (!result.ok) throw new Error(result.failure.message);
  await frame();
}

async function setChannel(name: ChannelName, message: Uint8Array<ArrayBuffer> | null) {
  const shown = new Promise<void>((resolve, reject) => {
    const stop = engine.on({
      channel(channel, state) {
        if (channel !== name || state.state === 'pending') return;
        stop();
        if (state.state === 'failed') reject(new Error(state.message));
        else resolve();
      },
    });
  });
  engine.setDetectionChannel(name, message ? [addressOf(message)] : []);
  await shown;
  await frame();
}

function maskMessage(ids: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(Math.ceil(feed.count / 8));
  feed.id.forEach((id, index) => {
    if (ids.has(id)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return encodeMatchMask({ version: feed.version, count: feed.count, matching: ids.size, bits });
}

function valuesMessage(values: Readonly<Record<number, number>>): Uint8Array<ArrayBuffer> {
  return encodeFeedValues({
    version: feed.version,
    values: Float32Array.from(feed.id, (id) => values[id] ?? Number.NaN),
  });
}

function colorsMessage(
  names: readonly string[],
  codes: Readonly<Record<number, number>>,
): Uint8Array<ArrayBuffer> {
  const scale = {
    kind: 'categories',
    names,
    hasOther: false,
    hasAbsent: true,
    hasNotFetched: false,
  } as const;
  return encodeFeedColors(
    { version: feed.version, scale, codes: Uint8Array.from(feed.id, (id) => codes[id] ?? colorCodes.absent) },
    (text) => new TextEncoder().encode(text),
  );
}

/** A URL of the message for the worker, like the responses of the app. */
function addressOf(message: Uint8Array<ArrayBuffer>): string {
  return URL.createObjectURL(new Blob([message]));
}

async function picture({ paper, title = '', analytic, choice }: PictureWish) {
  const nothing = {
    scaleBar: false,
    northArrow: false,
    legend: false,
    inset: false,
    lightOnPaper: false,
    sources: false,
    areas: true,
    orders: true,
    filter: false,
    corners: false,
    author: false,
    caveat: '',
  };
  const legend = {
    layers: [{ id: 'detections', name: 'Detections' }],
    density: null,
    colors: null,
    sizeTitle: null,
    hulls: null,
    hasFootprint: false,
    mostImaged: null,
    chip: null,
    mark: null,
  };
  const made = await makeSheet(
    engine,
    {
      paper: paperOf(paper, 150, devicePixelRatio),
      title,
      choice: { ...nothing, paper, density: 150, ...choice },
      facts: {
        describeDetections: (count) => `${count} in this picture`,
        sources: ['Test'],
        gaps: [],
        pass: null,
        marking: '',
        author: 'Tester',
        legend,
        analyticsIn: async () => [{ analytic, count: 1 }],
        orderStatesOf: () => [],
      },
      unit: 'km',
    },
    new AbortController().signal,
  );
  if (!made.ok) throw new Error(made.failure.message);
  return { png: made.value.canvas.toDataURL(), isComplete: made.value.isComplete };
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
