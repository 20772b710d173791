import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../../scripts/lib/paths.mjs';

/** The files of a folder with this ending, from the root of the project. */
function filesIn(folder: string, ending: RegExp): readonly (readonly [name: string, text: string])[] {
  return readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .map((file) => [file, readFileSync(inProject(file), 'utf8')]);
}

/** Files that show the message of a failure by other means than `FailureText`, and why. */
const otherMeans: Readonly<Record<string, string>> = {
  'renderer/ui/notify.tsx': 'the id of a notification',
  'renderer/features/orders/submission-list.tsx':
    'a row is a button, and the page that it opens has the cause',
  'renderer/features/results/filter/expression-field.tsx': 'an error of what is typed, which has no cause',
  'renderer/features/results/filter/filter-fields.tsx': 'an error of what is typed, which has no cause',
  'renderer/features/areas/import/import-panel.tsx': 'an error of the file’s content, which has no cause',
  'renderer/features/watch/rule-form.tsx': 'compared with that of another failure, not shown',
};

test('every failure on the screen is shown with its technical cause behind “Details”', () => {
  const messageOfFailure =
    /(?:failure|error|feed|mask|channel|counts|coverage|unsaved|problem)\)*\??\.message\b/i;
  const others = filesIn('renderer', /\.tsx$/)
    .filter(([, text]) => messageOfFailure.test(text.replaceAll(/<Failure(?:Text|Note)\b[\s\S]*?\/>/g, '')))
    .map(([file]) => file)
    .filter((file) => !/(failure-note|query-text-editor)\.tsx$/.test(file));
  expect(others.toSorted()).toEqual(Object.keys(otherMeans).toSorted());
});

test('the failure of a query is shown with a button that repeats it', () => {
  const byHand = filesIn('renderer', /\.tsx$/)
    .filter(([, text]) => /<FailureNote\b[^>]*\bfailure=\{toFailure\(/.test(text))
    .map(([file]) => file);
  expect(byHand).toEqual(['renderer/ui/query-state.tsx']);
});

/** Files in which the message of a thrown value becomes a part of a sentence, and why. */
const inSentences: Readonly<Record<string, string>> = {
  'electron/browser-host.ts': 'printed at the start',
  'electron/main.ts': 'a dialog of the system at the start',
  'electron/core/demo-service/demo-service.ts': 'a response of the demo service',
  'electron/core/layers/read-geopackage.ts': 'a reason of our reader of geometries',
  'electron/core/settings/lock-data-dir.ts': 'printed at the start',
  'electron/core/team/pull-records.ts': 'a reason of our decompression',
  'electron/core/workspace/read/layers/layer-shapes.ts': 'a reason of our reader of geometries',
  'shared/geo/read-geometry-text.ts': 'a reason of our readers of geometries',
};

test('no technical cause is a part of the sentence of a failure', () => {
  const found = ['shared', 'electron', 'renderer']
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .filter(([, text]) => /`[^`]*\$\{errorText\(/.test(text))
    .map(([file]) => file);
  expect(found.toSorted()).toEqual(Object.keys(inSentences).toSorted());
});
