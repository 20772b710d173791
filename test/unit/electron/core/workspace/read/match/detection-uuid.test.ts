import { describe, expect, test } from 'vitest';
import {
  readUuid,
  readUuids,
} from '../../../../../../../electron/core/workspace/read/match/detection-uuid.ts';

const uuid = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';

describe('the identifier of a detection', () => {
  test.each([
    [`"${uuid}"`],
    [`"${uuid.toUpperCase()}"`],
    [`" ${uuid}\\n"`],
    [`"{${uuid}}"`],
    [`"{${uuid.toUpperCase()}}"`],
    [`"urn:uuid:${uuid}"`],
    [`"URN:UUID:${uuid}"`],
    [`"${uuid.replaceAll('-', '')}"`],
    [`"\\u0066${uuid.slice(1)}"`],
  ])('%s is one UUID', (value) => {
    expect(readUuid(`{"label":"x","uuid":${value}}`)).toBe(uuid);
  });

  test.each([
    ['"V-0001"', 'V-0001'],
    ['17', '17'],
    ['"17"', '17'],
    ['17.0', '17'],
    ['12345678901234567890', '12345678901234567890'],
    ['12345678901234567891', '12345678901234567891'],
    ['"e\\u0301"', '\u00e9'],
    ['"船1"', '船1'],
  ])('%s is an identifier, too', (value, text) => {
    expect(readUuid(`{"uuid":${value}}`)).toBe(text);
  });

  test.each([
    ['null'],
    ['""'],
    ['"  "'],
    ['"-"'],
    ['0'],
    ['"0"'],
    ['true'],
    ['1.5'],
    ['[]'],
    ['["a"]'],
    ['{"id":"a"}'],
    ['"N/A"'],
    ['"unknown"'],
    ['"null"'],
    ['"00000000-0000-0000-0000-000000000000"'],
    ['"{00000000-0000-0000-0000-000000000000}"'],
    ['"ffffffff-ffff-ffff-ffff-ffffffffffff"'],
    ['"a\\u0000b"'],
    [`"${'a'.repeat(201)}"`],
  ])('%s identifies nothing', (value) => {
    expect(readUuid(`{"uuid":${value}}`)).toBeNull();
  });

  test('is only read at the top of the properties, under its own name', () => {
    expect(readUuid(`{"sar":{"uuid":"${uuid}"}}`)).toBeNull();
    expect(readUuid(`{"aisUuid":"${uuid}","imageUuid":"${uuid}"}`)).toBeNull();
    expect(readUuid(`{"UUID":"${uuid}"}`)).toBe(uuid);
    expect(readUuid(`{"UUID":"other","uuid":"${uuid}"}`)).toBe(uuid);
    expect(readUuid('not JSON with "uuid"')).toBeNull();
    expect(readUuid('["uuid"]')).toBeNull();
  });

  test('is unique where no other detection of the record has it in any notation', () => {
    const read = readUuids([
      `{"uuid":"${uuid}"}`,
      `{"uuid":"{${uuid.toUpperCase()}}"}`,
      '{"uuid":1}',
      null,
      '{}',
    ]);
    expect(read).toEqual([
      { text: uuid, isUnique: false },
      { text: uuid, isUnique: false },
      { text: '1', isUnique: true },
      null,
      null,
    ]);
  });
});
