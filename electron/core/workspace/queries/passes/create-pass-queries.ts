import { encodeOutlines } from '../../../../../shared/passes/outline-feed.ts';
import type {
  Pass,
  PassDetail,
  PassGroup,
  PassOutline,
  PassPage,
  PassRow,
  WantedPasses,
} from '../../../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { AnswerCache } from '../../answer-cache.ts';
import { readResultsVersion } from '../../results-version.ts';
import type { Sql } from '../../sql.ts';
import type { Detections } from '../memory/column-store.ts';
import { filterKey } from '../memory/filter-mask.ts';
import type { Memory } from '../memory/memory.ts';
import { type ArrangedGroup, groupPasses, passOrder, sortGroups } from './arrange-passes.ts';
import {
  analyticsOfPasses,
  countByPass,
  idsOfPass,
  type PassColumn,
  type PassCounts,
  readPassColumn,
} from './pass-counts.ts';
import { filterPasses, passMembers } from './pass-filter.ts';
import { createPassGround, geometryOf } from './pass-ground.ts';
import type { PassQueries } from './pass-queries.ts';
import { readPassOutlines, readPassRecords, readSquareMetres } from './pass-rows.ts';
import { type HeldPass, type PassTable, readPasses } from './read-passes.ts';

/** Questions to the images that the workspace's records were made from. */
export function createPassQueries(sql: Sql, memory: Memory, cache: AnswerCache): PassQueries {
  const ground = createPassGround(sql);
  let held: Held | undefined;
  const hold = (detections: Detections): Held => {
    // Reviews change nothing of it.
    const version = `${readResultsVersion(sql)} ${detections.rowsVersion}`;
    if (held?.version === version) return held;
    ground.forget();
    const table = readPasses(sql);
    held = {
      version,
      table,
      column: readPassColumn(sql, table, detections),
      left: new Map(),
      groups: new Map(),
    };
    return held;
  };
  const read = <T>(question: (parts: Asked) => T): T =>
    memory.read((detections) => question({ sql, memory, cache, ground, detections, held: hold(detections) }));
  return {
    passPage: (page) => read((asked) => pageOf(asked, page)),
    passDetail: (key) => read((asked) => detailOf(asked, key)),
    passOutlines: (keys) => read((asked) => outlinesOf(asked, keys)),
    passFilter: (key) => read((asked) => filterOf(asked, key)),
    passIds: (key) =>
      read(({ held: { table, column }, detections }) => {
        const place = table.byKey.get(key);
        return Uint32Array.from(place === undefined ? [] : idsOfPass(detections, column, place));
      }),
    passesOfRecord: (recordId) => read((asked) => keysOfRecord(asked, recordId)),
    passCoverage: (filter) => read((asked) => coverageOf(asked, filter)),
  };
}

type Held = {
  readonly version: string;
  readonly table: PassTable;
  readonly column: PassColumn;
  /** Images that filters leave, and how those are grouped. Few filters are asked for between two pages. */
  readonly left: Map<string, Uint32Array>;
  readonly groups: Map<string, readonly ArrangedGroup[] | undefined>;
};

type Asked = {
  readonly sql: Sql;
  readonly memory: Memory;
  readonly cache: AnswerCache;
  readonly ground: ReturnType<typeof createPassGround>;
  readonly detections: Detections;
  readonly held: Held;
};

/** More answers than these are not kept. */
const mostKept = 24;

function kept<T>(answers: Map<string, T>, key: string, make: () => T): T {
  if (answers.has(key)) return answers.get(key) as T;
  if (answers.size >= mostKept) answers.clear();
  const answer = make();
  answers.set(key, answer);
  return answer;
}

function leftBy({ sql, held, ground, detections }: Asked, filter: DetectionFilter): Uint32Array {
  const members = passMembers(filter);
  // What a fetch found unchanged raises no version.
  const isOfFetches = members.fetchId !== undefined || members.searchId !== undefined;
  const key = JSON.stringify([members, isOfFetches ? detections.fileState : null]);
  return kept(held.left, key, () => filterPasses(sql, held.table, ground, members));
}

function countsBy({ memory, cache, detections, held }: Asked, filter: DetectionFilter): PassCounts {
  return cache.get(`passes counted ${filterKey(detections, filter)}`, () =>
    countByPass(memory, detections, held.table, held.column, filter),
  );
}

type Arranged = {
  readonly groups: readonly ArrangedGroup[] | undefined;
  /** Rows in their order: the place of an image, or −1 and below for the heading of group 0 and on. */
  readonly rows: Int32Array;
  readonly passes: number;
  readonly withoutFootprint: number;
};

function arrange(asked: Asked, wanted: WantedPasses): Arranged {
  const { cache, detections, held, ground } = asked;
  const { filter, text, groupBy, tolerance, sort, closed } = wanted;
  const left = leftBy(asked, filter);
  return cache.get(
    `passes ${JSON.stringify([filterKey(detections, filter), text, groupBy, tolerance, sort, closed])}`,
    () => {
      const { table } = held;
      const compare = passOrder(table, countsBy(asked, filter), sort);
      const members = passMembers(filter);
      // Grouped before the text is looked for, so that a group is the same whatever is looked for.
      const found = kept(held.groups, JSON.stringify([members, groupBy, tolerance, left.length]), () =>
        groupPasses(table, ground, left, { groupBy, tolerance }),
      );
      const matches = textTest(table, text);
      const shown = left.filter(matches);
      const groups =
        found &&
        sortGroups(
          found
            .map((group) => ({ ...group, places: group.places.filter(matches) }))
            .filter(({ places }) => places.length > 0),
          compare,
        );
      const isClosed = new Set(closed);
      const rows = groups
        ? groups.flatMap(({ key, places }, index) => [-1 - index, ...(isClosed.has(key) ? [] : places)])
        : [...shown].sort(compare);
      return {
        groups,
        rows: Int32Array.from(rows),
        passes: shown.length,
        withoutFootprint: shown.reduce(
          (sum, place) => sum + (table.passes[place]?.footprint.state === 'ready' ? 0 : 1),
          0,
        ),
      };
    },
  );
}

function textTest({ passes }: PassTable, text: string | undefined): (place: number) => boolean {
  const wanted = (text ?? '').trim().toLowerCase();
  if (wanted === '') return () => true;
  return (place) => {
    const { sensorName, sensorType, sensorMode, polarization, productType, vendorId } = passes[
      place
    ] as HeldPass;
    return [sensorName, sensorType, sensorMode, polarization, productType, vendorId].some((value) =>
      value?.toLowerCase().includes(wanted),
    );
  };
}

function pageOf(asked: Asked, { offset, limit, ...wanted }: PassPage) {
  const { groups, rows, passes, withoutFootprint } = arrange(asked, wanted);
  const ofPage = [...rows.subarray(offset, offset + limit)];
  const told = passesAt(
    asked,
    ofPage.filter((row) => row >= 0),
    wanted.filter,
  );
  const counts = countsBy(asked, wanted.filter);
  return {
    rows: ofPage.flatMap((row): PassRow[] => {
      if (row >= 0) {
        const pass = told.get(row);
        return pass ? [{ kind: 'pass', pass }] : [];
      }
      const group = groups?.[-1 - row];
      return group ? [{ kind: 'group', group: groupRow(group, counts, wanted.closed) }] : [];
    }),
    total: rows.length,
    passes,
    withoutFootprint,
    groups: groups?.length ?? 0,
  };
}

function groupRow(
  { key, subject, places }: ArrangedGroup,
  counts: PassCounts,
  closed: readonly string[],
): PassGroup {
  const sum = (column: Uint32Array) => places.reduce((total, place) => total + (column[place] as number), 0);
  return {
    key,
    subject,
    passes: places.length,
    detections: sum(counts.detections),
    reviewed: sum(counts.reviewed),
    isClosed: closed.includes(key),
  };
}

/** Images as they are told, by place. */
function passesAt(
  asked: Asked,
  places: readonly number[],
  filter: DetectionFilter,
): ReadonlyMap<number, Pass> {
  const { sql, memory, detections, held } = asked;
  const { table, column } = held;
  const counts = countsBy(asked, filter);
  const analytics = analyticsOfPasses(memory, detections, column, filter, places);
  const asHeld = places.map((place) => table.passes[place] as HeldPass);
  const squareMetres = readSquareMetres(sql, asHeld);
  return new Map(
    places.map((place, index) => {
      const {
        footprintFid,
        startTimeUtc: _text,
        sensorIds: _ids,
        recordKeys,
        ...pass
      } = asHeld[index] as HeldPass;
      return [
        place,
        {
          ...pass,
          squareMetres: footprintFid === null ? null : (squareMetres.get(footprintFid) ?? null),
          records: recordKeys.length,
          detections: counts.detections[place] as number,
          elsewhere: counts.elsewhere[place] as number,
          reviewed: counts.reviewed[place] as number,
          byAnalytic: analytics.get(place) ?? [],
        },
      ];
    }),
  );
}

function detailOf(asked: Asked, key: string): PassDetail | undefined {
  const { sql, held } = asked;
  const place = held.table.byKey.get(key);
  const pass = place === undefined ? undefined : held.table.passes[place];
  if (place === undefined || !pass) return undefined;
  const told = passesAt(asked, [place], {}).get(place);
  const [outline] = outlinesOf(asked, [key]);
  if (!told || !outline) return undefined;
  return {
    pass: told,
    outline,
    startTimeUtc: pass.startTimeUtc,
    records: readPassRecords(sql, held.table, pass),
  };
}

function outlinesOf({ sql, held }: Asked, keys: readonly string[]): readonly PassOutline[] {
  const passes = keys.flatMap((key) => {
    const place = held.table.byKey.get(key);
    return place === undefined ? [] : [held.table.passes[place] as HeldPass];
  });
  return readPassOutlines(sql, passes);
}

/**
 * A filter that leaves just the detections of an image: by sensor and time where these tell it from every other, else
 * by their ids. Undefined when there is no such image.
 */
function filterOf({ memory, detections, held }: Asked, key: string): DetectionFilter | undefined {
  const place = held.table.byKey.get(key);
  const pass = place === undefined ? undefined : held.table.passes[place];
  if (place === undefined || !pass) return undefined;
  const ids = idsOfPass(detections, held.column, place);
  const { sensorName, startedAt } = pass;
  if (sensorName !== null && startedAt !== null) {
    const filter = { sensors: [sensorName], collectedFrom: startedAt, collectedTo: startedAt + 1 };
    const { bits, count } = memory.mask(detections, filter);
    const { passes } = held.column;
    let ofOthers = 0;
    for (let at = 0; at < bits.length; at += 1) if (bits[at] === 1 && passes[at] !== place) ofOthers += 1;
    if (ofOthers === 0 && count === ids.length) return filter;
  }
  return { ids: [...ids] };
}

function keysOfRecord({ sql, held: { table } }: Asked, recordId: string): readonly string[] {
  const [row] = sql.arrays('SELECT id FROM records WHERE record_id = ?', recordId);
  const recordKey = Number(row?.[0] ?? -1);
  const place = table.passOfRecord[recordKey] ?? -1;
  const places = place >= 0 ? [place] : (table.passesOfRecord.get(recordKey) ?? []);
  return places.map((at) => (table.passes[at] as HeldPass).key);
}

function coverageOf(asked: Asked, filter: DetectionFilter): Uint8Array<ArrayBuffer> {
  const { sql, held } = asked;
  const timeOf = new Map<number, number | null>();
  for (const place of leftBy(asked, filter)) {
    const { footprintFid, startedAt } = held.table.passes[place] as HeldPass;
    if (footprintFid !== null) timeOf.set(footprintFid, startedAt);
  }
  const images = sql.arrays('SELECT fid, geom FROM footprints ORDER BY fid').flatMap(([fid, geom]) => {
    const startedAt = timeOf.get(Number(fid));
    const geometry = startedAt !== undefined && geom instanceof Uint8Array ? geometryOf(geom) : null;
    return geometry && startedAt !== undefined ? [{ geometry, startedAt }] : [];
  });
  return encodeOutlines(images);
}
