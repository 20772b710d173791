import { expect, test } from 'vitest';
import { selectTests } from '../../../../scripts/lib/changed-tests.mjs';

const texts: Readonly<Record<string, string>> = {
  'test/unit/shared/format.test.ts': "import { formatCount } from '../../../shared/format.ts';",
  'test/unit/shared/results/field-title.test.ts':
    "import { fieldTitle } from '../../../../shared/results/field-title.ts';",
  'test/unit/renderer/ui/chart.test.ts':
    "import { fieldTitle } from '../../../../shared/results/field-title.ts';",
  'test/component/renderer/features/export/export.test.tsx':
    "import { openPage } from '../../../../builders/page/open-page.tsx';",
  'test/integration/electron/core/exchange/report.test.ts': '',
  'test/integration/electron/core/exchange/formats/kml.test.ts': '',
  'test/e2e/export.spec.ts': '',
  'test/builders/page/open-page.tsx': "import { Shell } from '../../../renderer/app/shell.tsx';",
  'renderer/app/shell.tsx': "const load = () => import('../features/table/table.tsx');",
  'renderer/features/table/table.tsx': "import { Cell } from './cell.tsx';",
  'renderer/features/table/cell.tsx': "import { Cell } from './table.tsx';",
};

test.each([
  ['a module that a test imports', 'shared/format.ts', ['test/unit/shared/format.test.ts']],
  [
    'a module by its folder and by imports from elsewhere',
    'shared/results/field-title.ts',
    ['test/unit/shared/results/field-title.test.ts', 'test/unit/renderer/ui/chart.test.ts'],
  ],
  [
    'a module of a worker, which no test imports',
    'electron/core/exchange/run-export.ts',
    ['test/integration/electron/core/exchange/report.test.ts'],
  ],
  [
    'a screen',
    'renderer/features/export/export-dialog.tsx',
    ['test/component/renderer/features/export/export.test.tsx'],
  ],
  [
    'a builder',
    'test/builders/page/open-page.tsx',
    ['test/component/renderer/features/export/export.test.tsx'],
  ],
  [
    'a test',
    'test/integration/electron/core/exchange/formats/kml.test.ts',
    ['test/integration/electron/core/exchange/formats/kml.test.ts'],
  ],
  [
    'a screen without tests of its own, by what imports it',
    'renderer/features/table/cell.tsx',
    ['test/component/renderer/features/export/export.test.tsx'],
  ],
  ['a document', 'docs/architecture.md', []],
  ['an end-to-end test, which runs by itself', 'test/e2e/export.spec.ts', []],
])('tests of %s', (_what, changed, selected) => {
  expect(selectTests([changed], Object.keys(texts), (file: string) => texts[file] ?? '')).toEqual(selected);
});
