import { describe, expect, it } from 'vitest';
import type { DemoEntry } from '../../../../../../electron/core/demo-service/data/record.ts';
import { parseQuery } from '../../../../../../electron/core/demo-service/query/read-query.ts';
import { runQuery } from '../../../../../../electron/core/demo-service/query/run-query.ts';

const root = 'svc_udp_analyticgeojsonrecord';

/** Records `r0`, `r1`, … of which every third is of a region that may not be seen. */
function createEntries(count: number): DemoEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const region = index % 3 === 2 ? 'Southeast Asia' : 'East Asia';
    return {
      region,
      record: {
        assignedId: `r${index}`,
        uploadTime: new Date(index * 1000).toISOString(),
        header: { version: '1' },
        content: {
          type: 'FeatureCollection',
          processors: [{ processorName: 'SPEX', parameters: { dissemination: { region } } }],
          sensorData: [{ incidenceAngle: (index * 7) % 5 }, { incidenceAngle: 99 }],
          features:
            index % 2 === 0
              ? []
              : [
                  {
                    type: 'Feature',
                    geometry: { type: 'Point', coordinates: [1, 2] },
                    properties: { size: index },
                  },
                ],
        },
      },
    } as unknown as DemoEntry;
  });
}

function run(parameters: string, fields = 'assignedId', entries = createEntries(10)) {
  const query = parseQuery(`${root}${parameters} { ${fields} }`, 'svc');
  if (!query.ok) throw new Error(query.failure.message);
  return runQuery(query.value, entries, ({ region }) => region === 'East Asia', 'svc');
}

const idsOf = (response: ReturnType<typeof run>) =>
  (response.data[root] as { assignedId: string }[]).map(({ assignedId }) => assignedId);

describe('answering a query', () => {
  it('shortens pages without a region filter, and counts offsets over all records', () => {
    const first = run('(limit: 4)');
    expect(idsOf(first)).toEqual(['r0', 'r1', 'r3']);
    expect(first.paginationInfo).toEqual({ nextOffset: 4, recordsInPage: 3 });
    const last = run('(limit: 4, offset: 8)');
    expect(idsOf(last)).toEqual(['r9']);
    expect(last.paginationInfo).toEqual({ recordsInPage: 1 });
  });

  it('fills pages with a region filter', () => {
    const region = 'content: { processors: { parameters: { dissemination: { region: { ne: "Mars" } } } } }';
    const first = run(`(limit: 4, ${region})`);
    expect(idsOf(first)).toEqual(['r0', 'r1', 'r3', 'r4']);
    expect(first.paginationInfo).toEqual({ nextOffset: 4, recordsInPage: 4 });
    expect(run(`(limit: 4, offset: 4, ${region})`).paginationInfo).toEqual({ recordsInPage: 3 });
  });

  it('gives no next offset when the page ends where the records do', () => {
    expect(run('(limit: 5, offset: 5)').paginationInfo).not.toHaveProperty('nextOffset');
    expect(run('(offset: 999)').paginationInfo).toEqual({ recordsInPage: 0 });
  });

  it('sorts by the first value at a path, equal ones in their order, absent ones last', () => {
    const path = 'content.sensorData.incidenceAngle';
    expect(idsOf(run(`(sortBy: { field: "${path}", sortOrder: ASC })`))).toEqual([
      ...['r0', 'r3', 'r1', 'r6', 'r4', 'r9', 'r7'],
    ]);
    const bySize = 'sortBy: { field: "content.features.properties.size", sortOrder: DESC }';
    expect(idsOf(run(`(${bySize})`))).toEqual(['r9', 'r7', 'r3', 'r1', 'r0', 'r4', 'r6']);
  });

  it('returns the fields of the list and nothing else, whole ones whole', () => {
    const response = run(
      '(assignedId: "r1")',
      'header { version } content { processors { parameters } features { geometry { type } properties } }',
    );
    expect(response.data[root]).toEqual([
      {
        header: { version: '1' },
        content: {
          processors: [{ parameters: { dissemination: { region: 'East Asia' } } }],
          features: [{ geometry: { type: 'Point' }, properties: { size: 1 } }],
        },
      },
    ]);
  });

  it('finds one record by its id', () => {
    expect(idsOf(run('(assignedId: "r4")'))).toEqual(['r4']);
    expect(idsOf(run('(assignedId: "r2")'))).toEqual([]);
  });
});
