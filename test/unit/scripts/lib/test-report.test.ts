import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../scripts/lib/paths.mjs';
import { readEndToEndReport, readUnitReport } from '../../../../scripts/lib/test-report.mjs';

const unitCounts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 };

function unitTest(title: string, status: string, ...failureMessages: string[]) {
  return { ancestorTitles: ['', 'fetch'], title, status, failureMessages };
}

function unitFile(name: string, status: string, message: string, ...assertionResults: unknown[]) {
  return { name: path.join(projectRoot, 'test', 'unit', name), status, message, assertionResults };
}

describe('what a report of Vitest comes to', () => {
  it('names tests that failed and tests that passed on a further try, with the first line of the reason', () => {
    const file = unitFile(
      'fetch.test.ts',
      'failed',
      '',
      unitTest(
        'ends',
        'failed',
        '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at fetch.test.ts',
      ),
      unitTest('goes on', 'passed', 'Error: timed out'),
      unitTest('begins', 'passed'),
      unitTest('is left out', 'skipped'),
    );

    expect(readUnitReport({ ...unitCounts, testResults: [file] })).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
      notes: [
        'failed  test/unit/fetch.test.ts › fetch › ends: AssertionError: expected 1 to be 2',
        'flaky  test/unit/fetch.test.ts › fetch › goes on: Error: timed out',
      ],
    });
  });

  it('names a file that fell over before its first test', () => {
    const file = unitFile('order.test.ts', 'failed', 'Cannot find module\nstack');
    const { notes } = readUnitReport({ ...unitCounts, testResults: [file] });
    expect(notes).toEqual(['failed  test/unit/order.test.ts: Cannot find module']);
  });
});

describe('what a report of Playwright comes to', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'dock.spec.ts',
    line: 7,
    tests: [
      {
        status,
        projectName: 'browser-host',
        results: [{ errors: messages.map((message) => ({ message, location: { line: 12 } })) }],
      },
    ],
  });

  it('names failed and flaky tests at any depth, and errors outside of tests', () => {
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [{ message: 'No tests found' }],
      suites: [
        {
          title: 'dock.spec.ts',
          file: 'dock.spec.ts',
          specs: [spec('opens', 'expected'), spec('sorts', 'flaky', 'Error: later\n  at')],
          suites: [
            {
              title: 'table',
              file: 'dock.spec.ts',
              specs: [spec('jumps', 'unexpected', 'Error: not there')],
            },
          ],
        },
      ],
    };

    expect(readEndToEndReport(report)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
      notes: [
        'failed  outside of any test: No tests found',
        'flaky  test/e2e/dock.spec.ts:12 › sorts [browser-host]: Error: later',
        'failed  test/e2e/dock.spec.ts:12 › table › jumps [browser-host]: Error: not there',
      ],
    });
  });

  it('states where a runner gave no reason', () => {
    const suites = [{ title: 'a', file: 'dock.spec.ts', specs: [spec('ends', 'unexpected')] }];
    const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
    const { notes } = readEndToEndReport({ stats, errors: [], suites });
    expect(notes).toEqual(['failed  test/e2e/dock.spec.ts:7 › a › ends [browser-host]: It gave no reason.']);
  });
});
