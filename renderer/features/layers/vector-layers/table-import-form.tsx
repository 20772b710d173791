import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { LayerFilePreview } from '../../../../shared/layers/vector-layer.ts';
import { describeRow, hasLocation, tableFields } from '../../../../shared/tables/table-columns.ts';
import { useApp } from '../../../context/app-context.tsx';
import { findTableColumns, saveTableColumns } from '../../../context/saved-columns.ts';
import { startJob } from '../../../context/start-job.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { ColumnChoice } from '../../../ui/form/column-choice.tsx';
import { Note } from '../../../ui/note.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';

/** Form that shows a table as it is read, and lets the user choose its columns before it becomes a layer. */
export function TableImportForm({
  file,
  name,
  table,
  onDone,
}: Pick<LayerFilePreview, 'file' | 'name'> & {
  readonly table: NonNullable<LayerFilePreview['table']>;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [saved] = useState(() => findTableColumns(app, table));
  const [columns, setColumns] = useState(saved ?? table.columns);
  const form = texts.tableForm;
  const isLocated = hasLocation(columns);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const refused = await startJob(app, () => app.api.layers.importFile.mutate({ file, columns }));
    if (refused !== null) return refused;
    saveTableColumns(app, table, columns);
    onDone();
    return null;
  });
  return (
    <form onSubmit={submit} aria-label={form.title(name)}>
      <Stack gap="sm">
        <ColumnChoice
          heading={table.heading}
          samples={table.samples}
          proposed={table.proposed}
          reasons={table.reasons}
          firstRows={table.samples.map((row) => describeRow(row, columns).text)}
          fields={tableFields.map((field) => [field, form.fields[field]])}
          open={hasLocation(table.columns) ? [] : tableFields.filter((field) => !/^(?:n|e)/.test(field))}
          columns={columns}
          isSaved={columns === saved}
          onChange={setColumns}
          onUseProposed={() => setColumns(table.proposed)}
        />
        {isLocated ? null : <Note tone="warn">{form.missing}</Note>}
        {failure ? <FailureNote failure={failure} title={texts.own.notImported} /> : null}
        <Group gap="xs">
          <Button type="submit" variant="filled" loading={isBusy} disabled={!isLocated} data-autofocus>
            {form.start}
          </Button>
          <Button variant="default" onClick={onDone}>
            {texts.own.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
