import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../../../electron/core/demo-service/query/read-query.ts';

const root = 'svc_udp_analyticgeojsonrecord';

function read(body: string, brand = 'svc') {
  const result = parseQuery(body, brand);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

function reasonFor(body: string): string {
  const result = parseQuery(body, 'svc');
  return result.ok ? 'accepted' : result.failure.message;
}

const withParameters = (parameters: string) => `${root}(${parameters}) { assignedId }`;
const withFields = (fields: string) => `${root} { ${fields} }`;

describe('reading a query', () => {
  it('takes the bare selection and fills in the defaults', () => {
    expect(read(`${root} { assignedId }`)).toEqual({
      limit: 1000,
      offset: 0,
      hasRegionFilter: false,
      projection: new Map([['assignedId', null]]),
    });
  });

  it('takes a braced body, with white space and commas anywhere', () => {
    expect(read(`\n { ${root}(limit:\n5,, offset: 7)\n{assignedId,uploadTime}}\n`)).toMatchObject({
      limit: 5,
      offset: 7,
    });
  });

  it('reads every operator, ranges, and nested dictionaries', () => {
    const query = read(
      withParameters(
        'uploadTime: { gt: "2026-01-01", lt: "2026-02-01" }, content: { sensorData: { incidenceAngle: { ne: 30.5 } }, processors: { processorName: { or: ["A", "B"] }, parameters: { dissemination: { region: { eq: "East Asia" } } } } }',
      ),
    );
    expect(query.hasRegionFilter).toBe(true);
    expect(query.filter).toEqual({
      kind: 'fields',
      fields: [
        ['uploadTime', { kind: 'condition', condition: { gt: '2026-01-01', lt: '2026-02-01' } }],
        [
          'content',
          {
            kind: 'fields',
            fields: [
              [
                'sensorData',
                {
                  kind: 'fields',
                  fields: [['incidenceAngle', { kind: 'condition', condition: { ne: 30.5 } }]],
                },
              ],
              [
                'processors',
                {
                  kind: 'fields',
                  fields: [
                    ['processorName', { kind: 'condition', condition: { or: ['A', 'B'] } }],
                    [
                      'parameters',
                      {
                        kind: 'fields',
                        fields: [
                          [
                            'dissemination',
                            {
                              kind: 'fields',
                              fields: [['region', { kind: 'condition', condition: { eq: 'East Asia' } }]],
                            },
                          ],
                        ],
                      },
                    ],
                  ],
                },
              ],
            ],
          },
        ],
      ],
    });
  });

  it('reads the sort order and the paths it may name', () => {
    const query = read(
      withParameters('sortBy: { field: "content.sensorData.startTimeUTC", sortOrder: DESC }'),
    );
    expect(query.sort).toEqual({ path: ['content', 'sensorData', 'startTimeUTC'], isDescending: true });
    expect(
      read(withParameters('sortBy: { field: "content.features.properties.length_m", sortOrder: ASC }')).sort,
    ).toMatchObject({ isDescending: false });
  });

  it('follows the brand in the root field and in the id of an image', () => {
    const query = read('acme_udp_analyticgeojsonrecord { content { sensorData { acmeId } } }', 'acme');
    expect(query.projection).toEqual(
      new Map([['content', new Map([['sensorData', new Map([['acmeId', null]])]])]]),
    );
    expect(reasonFor('acme_udp_analyticgeojsonrecord { assignedId }')).toContain(`Use ${root}`);
  });

  it.each([
    ['an empty body', '', 'empty'],
    ['a JSON wrapper', `{"query": "${root} { assignedId }"}`, 'wrapped in JSON'],
    ['a JSON text', `"${root} { assignedId }"`, 'wrapped in JSON'],
    ['the query keyword', `query { ${root} { assignedId } }`, 'query keyword'],
    ['text that is no GraphQL', `${root} { assignedId`, 'cannot be parsed'],
    [
      'nesting without end',
      `${root} ${'{a'.repeat(9_000)}`,
      'cannot be parsed|nested too deeply|no field named',
    ],
    [
      'more tokens than any query has',
      `${root}(${'limit: 1 '.repeat(10_000)}) { assignedId }`,
      'cannot be parsed',
    ],
    ['two root fields', `${root} { assignedId } ${root} { uploadTime }`, 'one root field'],
    ['an alias', `records: ${root} { assignedId }`, 'Aliases'],
    ['a directive', `${root} @include(if: true) { assignedId }`, 'Directives'],
    ['a directive on a field', withFields('assignedId @skip(if: false)'), 'Directives'],
    ['a fragment', withFields('... on Record { assignedId }'), 'Fragments'],
    ['a variable', withParameters('uploadTime: { gt: $from }'), 'variable'],
    ['an unknown root field', 'svc_records { assignedId }', 'no query field named svc_records'],
    ['no field list', `${root}(limit: 1)`, 'list its subfields'],
    ['a compound field without subfields', withFields('assignedId content'), 'content is a compound field'],
    [
      'an inner compound field without subfields',
      withFields('content { features }'),
      'features is a compound',
    ],
    [
      'a geometry without subfields',
      withFields('content { features { geometry } }'),
      'geometry is a compound',
    ],
    [
      'subfields of properties',
      withFields('content { features { properties { length_m } } }'),
      'by name alone',
    ],
    [
      'subfields of parameters',
      withFields('content { processors { parameters { dissemination } } }'),
      'by name alone',
    ],
    ['an unknown field', withFields('content { summary }'), 'no field named summary'],
    ['a field of every object', withFields('constructor'), 'no field named constructor'],
    ['a field listed twice', withFields('assignedId assignedId'), 'listed twice'],
    ['parameters on a field', withFields('assignedId(first: 1)'), 'takes no parameters'],
    ['an unknown parameter', withParameters('page: 3'), 'no parameter named page'],
    ['a parameter given twice', withParameters('limit: 3, limit: 4'), 'given twice'],
    ['a limit over 5000', withParameters('limit: 5001'), 'from 1 to 5000'],
    ['a limit of nothing', withParameters('limit: 0'), 'from 1 to 5000'],
    ['a limit as text', withParameters('limit: "5"'), 'from 1 to 5000'],
    ['a limit with a fraction', withParameters('limit: 5.5'), 'from 1 to 5000'],
    ['an offset below nothing', withParameters('offset: -1'), 'offset must be'],
    ['an unknown operator', withParameters('uploadTime: { gte: "2026" }'), 'unknown operator gte'],
    [
      'an operator below properties',
      withParameters('content: { features: { properties: { length_m: { gte: 3 } } } }'),
      'no direct value',
    ],
    ['a direct value', withParameters('uploadTime: "2026"'), 'takes an operator'],
    ['a direct value on a compound field', withParameters('content: "x"'), 'is a compound field'],
    ['an operator on a compound field', withParameters('content: { eq: "x" }'), 'takes no operator'],
    [
      'a filter on an unknown field',
      withParameters('content: { summary: { eq: 1 } }'),
      'no field named summary',
    ],
    ['an empty filter', withParameters('content: {}'), 'empty'],
    ['an operator given twice', withParameters('uploadTime: { gt: "1", gt: "2" }'), 'gt twice'],
    [
      'operators mixed with names',
      withParameters('content: { features: { properties: { eq: 1, a: { eq: 1 } } } }'),
      'mixes',
    ],
    ['or without a list', withParameters('uploadTime: { or: "2026" }'), 'list in square brackets'],
    ['or with an empty list', withParameters('uploadTime: { or: [] }'), 'at least one'],
    ['or with operators', withParameters('uploadTime: { or: [{ eq: "2026" }] }'), 'scalar'],
    ['a bare word as value', withParameters('uploadTime: { eq: TODAY }'), 'in quotes'],
    ['assignedId with an operator', withParameters('assignedId: { eq: "x" }'), 'no operator'],
    ['assignedId as number', withParameters('assignedId: 7'), 'text directly'],
    ['a quoted sort order', withParameters('sortBy: { field: "uploadTime", sortOrder: "ASC" }'), 'bare word'],
    ['another sort order', withParameters('sortBy: { field: "uploadTime", sortOrder: UP }'), 'bare word'],
    ['a bare sort field', withParameters('sortBy: { field: uploadTime, sortOrder: ASC }'), 'quotes'],
    ['sorting without an order', withParameters('sortBy: { field: "uploadTime" }'), 'field and sortOrder'],
    ['sorting by an unknown field', withParameters('sortBy: { field: "size", sortOrder: ASC }'), 'no field'],
    [
      'sorting by a compound field',
      withParameters('sortBy: { field: "content", sortOrder: ASC }'),
      'compound',
    ],
    ['sorting by text alone', withParameters('sortBy: "uploadTime"'), 'sortBy takes'],
  ])('refuses %s', (_what, body, reason) => {
    expect(reasonFor(body)).toMatch(new RegExp(reason));
  });
});
