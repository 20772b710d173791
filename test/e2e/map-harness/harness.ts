import { MapEngine } from '../../../renderer/map/map-engine.ts';
import type { MapEvents } from '../../../renderer/map/map-types.ts';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { IdSet } from '../../../shared/results/id-set.ts';
import { clusteredDetections, detectionFeed, type FeedDetection } from '../../builders/detection-feed.ts';

/** What the page offers to the test: a mounted engine, and everything it has told so far. */
export type MapHarness = {
  readonly engine: MapEngine;
  /** The last argument of every event. */
  readonly told: { readonly name: keyof MapEvents; readonly value: unknown }[];
  show(detections: readonly FeedDetection[]): Promise<void>;
  /** Shows so many detections in clusters, always the same ones. */
  showClusters(count: number): Promise<void>;
  /** A selection, for `engine.setSelection`. */
  idSet(ids: readonly number[]): IdSet;
  /** The next finished frame. */
  frame(): Promise<void>;
};

declare global {
  interface Window {
    harness: MapHarness;
  }
}

const element = document.getElementById('map');
if (!element) throw new Error('index.html has no #map.');

const told: MapHarness['told'] = [];
const engine = new MapEngine(listeners());
engine.mount(element);

window.harness = {
  engine,
  told,
  show: (detections) => showFeed(detectionFeed(detections)),
  showClusters: (count) => showFeed(detectionFeed(clusteredDetections(count))),
  idSet: (ids) => IdSet.of(ids),
  frame,
};

function listeners(): Partial<MapEvents> {
  const tell =
    (name: keyof MapEvents) =>
    (...values: unknown[]) =>
      void told.push({ name, value: values.at(-1) });
  return {
    hover: tell('hover'),
    click: tell('click'),
    drawing: tell('drawing'),
    refused: tell('refused'),
    drawn: tell('drawn'),
    edited: tell('edited'),
    view: tell('view'),
    inView: tell('inView'),
    detectionsShown: tell('detectionsShown'),
    problem: tell('problem'),
  };
}

async function showFeed(feed: DetectionFeed): Promise<void> {
  const shown = new Promise<void>((resolve) => {
    const stop = engine.on({
      detectionsShown() {
        stop();
        resolve();
      },
    });
  });
  engine.setDetections(feed);
  await shown;
  await frame();
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
