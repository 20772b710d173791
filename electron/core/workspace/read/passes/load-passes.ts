import { finish, type Steps } from '../../../base/steps.ts';
import { readResultsVersion } from '../../file/results-version.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import { type PassOfDetections, readPassColumn } from './pass-counts.ts';
import { type PassTable, readPasses } from './read-passes.ts';

/** The images of a state of the file, and the image of each detection. */
export type LoadedPasses = {
  /** Changes with records and detections, but not with reviews. */
  readonly version: string;
  readonly table: PassTable;
  readonly column: PassOfDetections;
};

type Loading = {
  readonly version: string;
  readonly steps: Steps<LoadedPasses>;
  passes: LoadedPasses | undefined;
  error?: unknown;
};

/** A loader over one connection. Nothing is read before the first request. */
export function createPassLoader(sql: Sql) {
  let latest: Loading | undefined;
  /** Passes of the detections that a query in steps uses, while pages change the file. */
  const ofState = new WeakMap<StoredDetections, LoadedPasses>();
  function* load(detections: StoredDetections, version: string): Steps<LoadedPasses> {
    const table = yield* readPasses(sql);
    return { version, table, column: yield* readPassColumn(sql, table, detections) };
  }
  function* readInSteps(detections: StoredDetections): Steps<LoadedPasses> {
    const known = ofState.get(detections);
    if (known) return known;
    const version = `${readResultsVersion(sql)} ${detections.rowsVersion}`;
    if (latest?.version !== version)
      latest = { version, steps: load(detections, version), passes: undefined };
    const loading = latest;
    for (;;) {
      if (loading.passes) {
        ofState.set(detections, loading.passes);
        return loading.passes;
      }
      const step = nextStep(loading);
      if (step.done) loading.passes = step.value;
      else yield;
    }
  }
  /** Steps that have failed fail again for all who share them; later requests begin with new ones. */
  const nextStep = (loading: Loading) => {
    if (loading.error !== undefined) throw loading.error;
    try {
      return loading.steps.next();
    } catch (error) {
      loading.error = error;
      if (latest === loading) latest = undefined;
      throw error;
    }
  };
  return {
    read: (detections: StoredDetections): LoadedPasses => finish(readInSteps(detections)),
    /** The same in steps. A request for a state that is being read continues with the same steps. */
    readInSteps,
  };
}

/** Reads the images of a workspace; those of the latest state are cached. */
export type PassLoader = ReturnType<typeof createPassLoader>;
