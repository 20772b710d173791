/** The folders of tests that mirror the source tree. */
const mirror = /^test\/(?:unit|component|integration)\/(?:(.+)\/)?[^/]+$/;

/** Practices forbidden in tests, and what to do instead. */
const refused = [
  {
    pattern: /\bwaitForTimeout\b/,
    reason: 'wait for a state, not for a time: a busy machine needs longer, a fast one waits in vain',
  },
  {
    pattern: /\bretries\s*:/,
    reason: 'no test is run again after it failed: what is flaky is found and mended',
  },
  {
    pattern: /\bvi\.mock\(['"]\./,
    folder: /^test\/unit\//,
    reason: 'unit tests share loaded modules: spy on the function with vi.spyOn, and restore it',
  },
];

/**
 * Violations of the rules for tests by a file of `test/`, as lines `file:line: message`. `file` is its path from the
 * project's root, with forward slashes; `isFolder` whether such a path is a folder of the project.
 */
export function findTestProblems(file, text, isFolder) {
  const lines = text.split('\n');
  const ofText = refused.flatMap(({ pattern, folder, reason }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) && (!folder || folder.test(file)) ? [`${file}:${index + 1}: ${reason}`] : [],
    ),
  );
  return [...problemsOfFolder(file, isFolder), ...ofText];
}

function problemsOfFolder(file, isFolder) {
  const found = mirror.exec(file);
  if (!found || (found[1] && isFolder(found[1]))) return [];
  const fault = found[1] ? `there is no folder ${found[1]}` : 'it lies in no folder';
  return [`${file}:1: tests mirror the source tree, and ${fault}: move it to the folder of what it tests`];
}
