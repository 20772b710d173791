import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './paths.mjs';

/**
 * The summary of a runner's JSON report: the number of tests that `passed`, `failed` and were `skipped`. `notes` has a
 * line for each test or file that failed or passed only after a retry: `failed` or `flaky`, file, titles, and the first
 * line of its first error; for Playwright with the line number of the error.
 */

/** Sums up the report of Vitest's `json` reporter. It keeps the errors of tests that passed on a further try. */
export function readUnitReport({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}) {
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    notes: testResults.flatMap(notesOfUnitFile),
  };
}

function notesOfUnitFile({ name, status, message, assertionResults }) {
  const file = path.relative(projectRoot, name);
  const ofTests = assertionResults.flatMap((test) => {
    const { title, failureMessages } = test;
    const titles = [...test.ancestorTitles.filter((each) => each !== ''), title];
    if (test.status === 'failed') return [note('failed', file, titles, failureMessages)];
    return test.status === 'passed' && failureMessages.length > 0
      ? [note('flaky', file, titles, failureMessages)]
      : [];
  });
  const fellOver = status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  return fellOver ? [note('failed', file, [], [message]), ...ofTests] : ofTests;
}

/** Sums up the report of Playwright's `json` reporter. */
export function readEndToEndReport({ stats: { expected, unexpected, flaky, skipped }, suites, errors }) {
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    notes: [
      ...errors.map(({ message }) => note('failed', 'outside of any test', [], [message])),
      ...suites.flatMap((suite) => notesOfSuite(suite, [])),
    ],
  };
}

function notesOfSuite({ file, title, specs, suites = [] }, outer) {
  const titles = title === file ? outer : [...outer, title];
  const ofSpecs = specs.flatMap((spec) =>
    spec.tests.flatMap(({ status, projectName, results }) => {
      if (status !== 'unexpected' && status !== 'flaky') return [];
      const reasons = results.flatMap((result) => result.errors ?? []);
      const line = reasons.find(({ location }) => location)?.location.line ?? spec.line;
      return [
        note(
          status === 'flaky' ? 'flaky' : 'failed',
          `${path.join('test', 'e2e', spec.file)}:${line}`,
          [...titles, `${spec.title} [${projectName}]`],
          reasons.map(({ message }) => message),
        ),
      ];
    }),
  );
  return [...ofSpecs, ...suites.flatMap((suite) => notesOfSuite(suite, titles))];
}

function note(kind, file, titles, messages) {
  const error = stripVTControlCharacters(messages.find(Boolean) ?? '');
  const firstLine = error.trim().split('\n')[0]?.slice(0, 300) || 'It gave no reason.';
  return `${kind}  ${[file, ...titles].join(' › ')}: ${firstLine}`;
}
