import {
  type ArgumentNode,
  type FieldNode,
  Kind,
  type ObjectFieldNode,
  parse,
  type ValueNode,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  type Condition,
  type ResultsQuery,
  resultsQuerySchema,
  type Scalar,
} from '../../../../shared/results/query.ts';
import { recordsFieldName, toQueryText } from '../../../../shared/results/query-text.ts';

const brand = 'svc';

/** The one field of the text, as the graphql package reads it. */
function readField(text: string): FieldNode {
  const [definition, ...others] = parse(text).definitions;
  expect(others).toEqual([]);
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The text is no operation.');
  const [field, ...moreFields] = definition.selectionSet.selections;
  expect(moreFields).toEqual([]);
  if (field?.kind !== Kind.FIELD) throw new Error('The text is no field.');
  return field;
}

/** A value without its syntax; enums are distinguished from strings. */
function readValue(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.STRING:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.BOOLEAN:
      return node.value;
    case Kind.NULL:
      return null;
    case Kind.ENUM:
      return { enum: node.value };
    case Kind.LIST:
      return node.values.map(readValue);
    case Kind.OBJECT:
      return readArguments(node.fields);
    case Kind.VARIABLE:
      throw new Error('A query has no variables.');
  }
}

function readArguments(nodes: readonly (ArgumentNode | ObjectFieldNode)[] = []): Record<string, unknown> {
  const names = nodes.map((node) => node.name.value);
  expect(new Set(names).size).toBe(names.length);
  return Object.fromEntries(nodes.map((node) => [node.name.value, readValue(node.value)]));
}

function argumentsOf(query: Partial<ResultsQuery>): Record<string, unknown> {
  const text = toQueryText({ filters: [], ...query }, { brand });
  return readArguments(readField(`{${text}}`).arguments);
}

const filter = (path: string, condition: Condition) => argumentsOf({ filters: [{ path, condition }] });

describe('operators', () => {
  const conditions: Condition[] = [
    { eq: 'East Asia' },
    { ne: 'x' },
    { gt: 10 },
    { lt: -2.5 },
    { gt: 1, lt: 9 },
    { or: ['a'] },
    { or: ['a', 'b', 'c'] },
    { or: ['a', 1, true, null] },
    { eq: true },
    { eq: false },
    { eq: null },
    { ne: null },
    { eq: '' },
    { eq: 'a', ne: 'b', gt: 'c', lt: 'd', or: ['e'] },
  ];
  test.each(conditions)('%j on a parameter of its own', (condition) => {
    expect(filter('uploadTime', condition)).toEqual({ uploadTime: condition });
  });
  test.each(conditions)('%j on a nested path', (condition) => {
    expect(filter('content.processors.parameters.dissemination.region', condition)).toEqual({
      content: { processors: { parameters: { dissemination: { region: condition } } } },
    });
  });
  test('none at all restrict nothing', () => {
    expect(filter('content.type', {})).toEqual({});
    expect(filter('content.type', { eq: undefined })).toEqual({});
  });
});

describe('numbers', () => {
  const numbers = [0, -0, 1, -1, 0.5, 1e21, 5e-324, 1.7976931348623157e308, 2 ** 53, 123456789.000001];
  test.each(numbers)('%d', (eq) => {
    expect(filter('a', { eq })).toEqual({ a: { eq: eq === 0 ? 0 : eq } });
  });
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is refused', (eq) => {
    expect(() => filter('a', { eq })).toThrow(TypeError);
    expect(resultsQuerySchema.safeParse({ filters: [{ path: 'a', condition: { eq } }] }).success).toBe(false);
  });
});

describe('strings stay in their quotes', () => {
  const hostile = [
    '"',
    '""',
    '"""',
    '\\',
    '\\"',
    '\\\\"',
    'a" }) { id } #',
    '"}, offset: 0, x: {eq: "',
    '") { assignedId } evil(x: "',
    '# comment',
    '$variable',
    '\u0000\u0001\u001f',
    '\b\f\n\r\t',
    'two\nlines',
    'two\r\nlines',
    '\u007f\u0085\u009f',
    '\u2028\u2029\ufeff',
    '\\u0022',
    '\\u{22}',
    '/* */ <!-- --> </script>',
    '{ [ ( ) ] } : , ... @ ! | & =',
    "'single'",
    '`back`',
    'Ωmega 船舶 Україна',
    '🛰️ 😀',
    '\u202ereversed',
    ' spaces ',
    'ASC',
    'null',
  ];
  test.each(hostile)('%j', (text) => {
    expect(filter('content.type', { eq: text })).toEqual({ content: { type: { eq: text } } });
    expect(filter('uploadTime', { or: [text, 'x', text] })).toEqual({
      uploadTime: { or: [text, 'x', text] },
    });
    expect(argumentsOf({ assignedId: text })).toEqual({ assignedId: text });
  });
  test('every UTF-16 unit on its own', () => {
    const text = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');
    expect(filter('a', { eq: text })).toEqual({ a: { eq: text } });
    const rest = Array.from({ length: 0x2000 }, (_, index) => String.fromCharCode(0xe000 + index)).join('');
    expect(filter('a', { eq: rest })).toEqual({ a: { eq: rest } });
  });
  test.each(['\ud800', 'a\udfffb', '\udc00\ud800', '\ud83d'])(
    'a lone surrogate in %j is replaced',
    (text) => {
      expect(filter('a', { eq: text })).toEqual({ a: { eq: text.toWellFormed() } });
    },
  );
  test('nothing but line breaks and printable text comes out', () => {
    const text = toQueryText({ filters: [{ path: 'a', condition: { eq: hostile.join('') } }] }, { brand });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/);
  });
});

describe('parameters', () => {
  test('all at once', () => {
    expect(
      argumentsOf({
        limit: 500,
        offset: 1500,
        assignedId: '5f0c',
        sortBy: { field: 'content.sensorData.startTimeUTC', sortOrder: 'DESC' },
        filters: [
          { path: 'uploadTime', condition: { gt: '2026-11-01T00:00:00Z' } },
          { path: 'content.processors.processorName', condition: { or: ['A', 'B'] } },
          { path: 'uploadTime', condition: { lt: '2026-11-20T00:00:00Z' } },
          { path: 'content.sensorData.startTimeUTC', condition: { gt: '2026-10-01T00:00:00Z' } },
          { path: 'content.processors.parameters.dissemination.region', condition: { eq: 'East Asia' } },
        ],
      }),
    ).toEqual({
      limit: 500,
      offset: 1500,
      assignedId: '5f0c',
      sortBy: { field: 'content.sensorData.startTimeUTC', sortOrder: { enum: 'DESC' } },
      uploadTime: { gt: '2026-11-01T00:00:00Z', lt: '2026-11-20T00:00:00Z' },
      content: {
        processors: {
          processorName: { or: ['A', 'B'] },
          parameters: { dissemination: { region: { eq: 'East Asia' } } },
        },
        sensorData: { startTimeUTC: { gt: '2026-10-01T00:00:00Z' } },
      },
    });
  });
  test('none: the field has no parentheses', () => {
    expect(toQueryText({ filters: [] }, { brand })).toMatch(/^svc_udp_analyticgeojsonrecord \{\n/);
  });
  test('an offset of 0 is written', () => {
    expect(argumentsOf({ offset: 0 })).toEqual({ offset: 0 });
  });
  test('names of objects in JavaScript are ordinary names', () => {
    const query = { filters: [{ path: '__proto__.constructor', condition: { eq: 1 } }] };
    const text = toQueryText(query, { brand });
    expect(text).toContain('__proto__: { constructor: { eq: 1 } }');
  });
});

describe('merging', () => {
  const twice = (first: Condition, second: Condition, path = 'content.type', otherPath = path) =>
    argumentsOf({
      filters: [
        { path, condition: first },
        { path: otherPath, condition: second },
      ],
    });
  test('different operators on one path come together', () => {
    expect(twice({ gt: 1 }, { lt: 2 })).toEqual({ content: { type: { gt: 1, lt: 2 } } });
  });
  test('the same operator with the same value counts once', () => {
    expect(twice({ or: ['a', 'b'] }, { or: ['a', 'b'] })).toEqual({ content: { type: { or: ['a', 'b'] } } });
  });
  test.each<[Scalar, Scalar]>([
    ['a', 'b'],
    [1, '1'],
    [null, false],
  ])('the same operator with %j and %j is refused', (first, second) => {
    expect(() => twice({ eq: first }, { eq: second })).toThrow(/“content\.type” has the operator eq twice/);
  });
  test('operators next to deeper paths are refused in either order', () => {
    expect(() => twice({ eq: 1 }, { eq: 2 }, 'content', 'content.type')).toThrow(
      /“content\.type” cannot have both/,
    );
    expect(() => twice({ eq: 1 }, { eq: 2 }, 'content.type', 'content')).toThrow(
      /“content” cannot have both/,
    );
  });
});

describe('paths', () => {
  const wrong = [
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a b',
    '1a',
    'a-b',
    'a"b',
    'a.b{c}',
    'a:b',
    'a#',
    'é',
    'a\n',
    'a.\u0000',
  ];
  test.each(wrong)('%j is refused by name, and by the schema', (path) => {
    expect(() => filter(path, { eq: 1 })).toThrow(TypeError);
    expect(() => argumentsOf({ sortBy: { field: path, sortOrder: 'ASC' } })).toThrow(TypeError);
    const filters = [{ path, condition: { eq: 1 } }];
    expect(resultsQuerySchema.safeParse({ filters }).success).toBe(false);
  });
  test.each(['limit', 'offset.x', 'sortBy.field', 'assignedId'])('%j takes no operators', (path) => {
    expect(() => filter(path, { eq: 1 })).toThrow(/is a parameter of the query/);
  });
  test.each(['_', 'a', 'A1', '_a.b_2.C', 'header.generatorInfo.timeUTC', 'eq.or.gt'])(
    '%j is accepted',
    (path) => {
      expect(JSON.stringify(filter(path, { eq: 7 }))).toContain('{"eq":7}');
      expect(resultsQuerySchema.safeParse({ filters: [{ path, condition: { eq: 7 } }] }).success).toBe(true);
    },
  );
});

describe('the field list', () => {
  type Names = { [name: string]: Names };
  const namesOf = (field: FieldNode): Names =>
    Object.fromEntries(
      (field.selectionSet?.selections ?? []).map((selection) => {
        if (selection.kind !== Kind.FIELD) throw new Error('Only fields are asked for.');
        return [selection.name.value, namesOf(selection)];
      }),
    );

  test('requests all that the service documents, under the brand', () => {
    const field = readField(`{${toQueryText({ filters: [] }, { brand: 'acme' })}}`);
    expect(field.name.value).toBe(recordsFieldName('acme'));
    expect(namesOf(field)).toEqual({
      assignedId: {},
      uploadTime: {},
      header: {
        version: {},
        generatorInfo: { id: {}, timeUTC: {}, generatorType: {}, generatorVersion: {} },
      },
      content: {
        type: {},
        product: { productType: {}, documentVersion: {} },
        processors: { processorName: {}, version: {}, parameters: {} },
        sensorData: {
          sensorDataIndex: {},
          sensorName: {},
          sensorType: {},
          sensorMode: {},
          productType: {},
          acmeId: {},
          vendorId: {},
          startTimeUTC: {},
          geometryReference: {},
          azimuthAngle: {},
          incidenceAngle: {},
          polarization: {},
          footprint: {},
        },
        features: { type: {}, geometry: { type: {}, coordinates: {} }, properties: {} },
      },
    });
  });
  test('a braced text is a whole document, a bare one is not', () => {
    const query = { filters: [], limit: 5 };
    expect(readField(toQueryText(query, { brand, braced: true })).name.value).toBe(
      'svc_udp_analyticgeojsonrecord',
    );
    expect(() => parse(toQueryText(query, { brand }))).toThrow();
  });
  test.each(['a b', '1a', 'x { y }', 'é', 'a-b'])('the brand %j is refused', (wrong) => {
    expect(() => toQueryText({ filters: [] }, { brand: wrong })).toThrow(TypeError);
  });
});
