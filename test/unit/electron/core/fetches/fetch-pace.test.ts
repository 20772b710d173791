import { describe, expect, it } from 'vitest';
import { peekNextOffset } from '../../../../../electron/core/fetches/fetch-pages.ts';
import { createFetchPace } from '../../../../../electron/core/fetches/run-fetch.ts';
import type { Job } from '../../../../../shared/jobs/job.ts';
import { buildFetch } from '../../../../builders/workspace-builder.ts';

/** A fetch that has brought so many records, each with ten detections. */
function jobAt(records: number, more: Partial<Job['fetch']> = {}): Job {
  return buildFetch({}, { records, detections: records * 10, ...more }).job;
}

describe('the pace of a fetch', () => {
  it('is that of the last pages, also where each takes longer than the window', () => {
    const clock = { ms: 0 };
    const pace = createFetchPace(() => clock.ms);
    clock.ms += 60_000;
    expect(pace.after(jobAt(0), jobAt(600)).ratePerSecond).toBe(100);
    clock.ms += 20_000;
    expect(pace.after(jobAt(600), jobAt(1_200)).ratePerSecond).toBe(150);
  });

  it('forgets pages that lie behind the window', () => {
    const clock = { ms: 0 };
    const pace = createFetchPace(() => clock.ms);
    let records = 0;
    const page = (brought: number) => {
      clock.ms += 2_000;
      records += brought;
      return pace.after(jobAt(records - brought), jobAt(records));
    };
    for (let pages = 0; pages < 10; pages += 1) page(1_000);
    for (let pages = 0; pages < 5; pages += 1) page(10);
    expect(page(10).ratePerSecond).toBe(50);
  });

  it('leaves out the time of a pause', () => {
    const clock = { ms: 0 };
    const pace = createFetchPace(() => clock.ms);
    clock.ms += 3_600_000;
    pace.restart();
    clock.ms += 1_000;
    expect(pace.after(jobAt(0), jobAt(7)).ratePerSecond).toBe(70);
  });

  it('states the remaining time from the second page on, where the end is known', () => {
    const clock = { ms: 0 };
    const pace = createFetchPace(() => clock.ms);
    const end = { maxRecords: 1_000 };
    clock.ms += 1_000;
    expect(pace.after(jobAt(0), jobAt(100, end)).secondsLeft).toBeUndefined();
    clock.ms += 1_000;
    expect(pace.after(jobAt(100), jobAt(200)).secondsLeft).toBeUndefined();
    clock.ms += 1_000;
    expect(pace.after(jobAt(200), jobAt(300, end)).secondsLeft).toBeCloseTo(7);
    clock.ms += 1_000;
    expect(pace.after(jobAt(300), jobAt(400, { expectedRecords: 350 })).secondsLeft).toBeUndefined();
  });
});

describe('a peek at the next offset', () => {
  const peek = (text: string, offset = 10) => peekNextOffset(new TextEncoder().encode(text), offset);

  it('finds it at either end of a page', () => {
    const info = '"paginationInfo": {"nextOffset": 20, "recordsInPage": 10}';
    const data = `"data": {"x": [${'{"long": "y"},'.repeat(1_000)} 1]}`;
    const found = { offset: 20, recordsInPage: 10 };
    expect(peek(`{${info}, ${data}}`)).toEqual(found);
    expect(peek(`{${data}, ${info}}\n`)).toEqual(found);
  });

  it('finds one whose digits are a text', () => {
    expect(peek(`{"paginationInfo":{"nextOffset":"20"},"data":{}}`)).toMatchObject({ offset: 20 });
  });

  it.each([
    ['in the middle', `{"a":1,"paginationInfo":{"nextOffset":20},"data":{}}`],
    ['inside something else', `{"data":{"x":1,"paginationInfo":{"nextOffset":20}}}`],
    ['that does not grow', `{"paginationInfo":{"nextOffset":10},"data":{}}`],
    ['that is a text without digits', `{"paginationInfo":{"nextOffset":"next"},"data":{}}`],
    ['that is broken', `{"paginationInfo":{"nextOffset":},"data":{}}`],
    ['nowhere', '<html>'],
  ])('finds none %s', (_where, text) => {
    expect(peek(text)).toBeUndefined();
  });
});
