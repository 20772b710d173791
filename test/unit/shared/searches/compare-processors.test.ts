import { describe, expect, it } from 'vitest';
import { toFieldList } from '../../../../shared/results/field-list.ts';
import { compareProcessors } from '../../../../shared/searches/record-processors.ts';

/** A version of a record with processors of one name that state these QC statuses. */
function build(statuses: readonly (string | null)[], fields = 'all') {
  return {
    processors: statuses.map((status) => ({ name: 'Vessels', processor_version: '1', qc_status: status })),
    fields,
  };
}

describe('compareProcessors', () => {
  it.each([
    [['PASSED'], ['FAILED'], 'PASSED', 'FAILED'],
    [[null], ['PASSED'], null, 'PASSED'],
    [['PASSED'], [null], 'PASSED', null],
    // Only what changed.
    [['PENDING', 'PASSED'], ['PENDING', 'FAILED'], 'PASSED', 'FAILED'],
    [['PENDING', null], ['PASSED', 'FAILED'], 'PENDING, –', 'PASSED, FAILED'],
  ])('%j → %j is a change', (before, after, former, current) => {
    expect(compareProcessors(build(before), build(after))).toEqual([
      { processor: 'Vessels', statement: 'qc_status', former, current },
    ]);
  });

  it.each([
    [['PASSED'], ['PASSED']],
    // In another order; one more; one less.
    [
      ['PASSED', 'FAILED'],
      ['FAILED', 'PASSED'],
    ],
    [['PASSED'], ['PASSED', 'PASSED']],
    [['PASSED', 'FAILED'], ['FAILED']],
    [[], ['PASSED']],
  ])('%j → %j is no change', (before, after) => {
    expect(compareProcessors(build(before), build(after))).toEqual([]);
  });

  it('compares only what was requested with both', () => {
    const versions = toFieldList(['content.processors.version']);
    expect(compareProcessors(build([null], versions), build(['PASSED']))).toEqual([]);
    expect(compareProcessors(build(['PASSED']), build([null], 'headers'))).toEqual([]);
  });
});
