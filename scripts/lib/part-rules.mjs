/** Parts that are declared by rows, and not written by hand elsewhere. */
const parts = [
  {
    folder: 'electron/',
    pattern: /\bsensor_type, sensor_mode\b/,
    home: 'electron/core/workspace/file/sensor-columns.ts',
    reason: 'the columns of sensor data follow from sensorMembers: use sensor-columns.ts',
    exceptions: {
      'electron/core/workspace/read/passes/read-passes.ts': 'columns of an image, read by their position',
    },
  },
  {
    folder: 'renderer/',
    pattern: /<table\b|<Table\.|role="grid"|\buseVirtualizer\(|\buseRowScroll\(/,
    home: 'renderer/ui/table/',
    reason: 'a table or list is declared by its columns: use Table or RowGrid',
    exceptions: {
      'renderer/features/areas/area-list.tsx': 'its rows have different heights and buttons of their own',
      'renderer/features/areas/import/import-panel.tsx': 'a list of check boxes, without a cursor',
      'renderer/features/review/chips/chip-triage.tsx': 'tiles in two directions',
      'renderer/features/review/queue-list.tsx': 'its cursor is that of the review',
    },
  },
  {
    folder: 'renderer/',
    pattern: /<form\b/,
    declared: /<(?:FormRows|ColumnChoice)\b/,
    home: 'renderer/ui/form/',
    reason: 'fields of a form are declared by rows: use Form or FormRows',
    exceptions: {
      'renderer/features/areas/area-row.tsx': 'one field',
      'renderer/features/export/export-dialog.tsx': 'its rows are in export-options.tsx',
      'renderer/features/inspector/chip-calibration.tsx': 'one field',
      'renderer/features/layers/vector-layers/vector-layers.tsx': 'one field',
      'renderer/features/places/bookmarks/bookmark-list.tsx': 'a field in a line with its button',
      'renderer/features/places/go-to/go-to-dialog.tsx': 'one field, with a list of matches',
      'renderer/features/places/go-to/mark-card.tsx': 'one field',
      'renderer/features/settings/workspace-section.tsx': 'one field',
      'renderer/features/sites/site-page.tsx': 'one field',
      'renderer/features/table/go-to-row.tsx': 'one field',
      'renderer/features/team/shared-queues.tsx': 'one field',
      'renderer/features/workspace/merge/merge-form.tsx': 'one field',
      'renderer/features/workspace/open-workspace-form.tsx': 'one field',
      'renderer/ui/cache-limit-form.tsx': 'one field',
    },
  },
];

/**
 * Lists of columns, tables, virtual lists and forms that a file writes by hand, as lines `file:line: message`. `file` is
 * its path from the project's root, with forward slashes. An exception that is not needed is a problem, too.
 */
export function findHandwrittenParts(file, text) {
  return parts.flatMap(({ folder, pattern, declared, home, reason, exceptions }) => {
    if (!file.startsWith(folder)) return [];
    const line = text.split('\n').findIndex((each) => pattern.test(each));
    const isRefused = line >= 0 && !file.startsWith(home) && !declared?.test(text);
    if (!(file in exceptions)) return isRefused ? [`${file}:${line + 1}: ${reason}`] : [];
    return isRefused ? [] : [`${file}:1: remove its exception from scripts/lib/part-rules.mjs`];
  });
}
