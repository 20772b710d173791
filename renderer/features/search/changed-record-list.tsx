import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DiffRow } from '../../../shared/searches/search-diff.ts';
import { useApp } from '../../context/app-context.tsx';
import { Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './results.module.css';
import { openRecord } from './search-commands.ts';
import { texts } from './texts.ts';

type Row = ComponentProps<typeof ChangedRecordRow>['row'];

/** Records of a query by pages, with a button that reads the next page. */
export function ChangedRecordList({
  label,
  rows,
  query: { hasNextPage, isFetching, fetchNextPage },
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    fetchNextPage(): Promise<unknown>;
  };
}) {
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {rows.map((row) => (
          <ChangedRecordRow key={row.recordId} row={row} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {texts.compare.more}
        </Button>
      ) : null}
    </>
  );
}

/** The offset of the next page of `total` rows; undefined after the last one. */
export function nextOffset(
  pages: readonly { readonly rows: readonly unknown[] }[],
  total: number,
): number | undefined {
  const listed = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return pages.at(-1)?.rows.length !== 0 && listed < total ? listed : undefined;
}

/** A record of a comparison, with what differs, and a button that shows it. */
function ChangedRecordRow({ row }: { readonly row: DiffRow }) {
  const app = useApp();
  const { recordId, difference } = row;
  const show = () => {
    openRecord(app, recordId);
    app.stores.ui.getState().closeDialog();
  };
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <code>{recordId}</code>
        <TextButton aria-label={texts.compare.showRecord(recordId)} onClick={show}>
          {texts.compare.show}
        </TextButton>
      </div>
      <div className="muted">
        {[
          row.analytics.map(analyticDisplayName).join(', ') || texts.compare.noAnalytic,
          row.region ?? texts.compare.noRegion,
          formatQuantity(row.detections, 'detection'),
          row.uploadedAt === null ? texts.compare.noUploadTime : texts.compare.uploaded(row.uploadedAt),
        ].join(' · ')}
      </div>
      {difference ? (
        <Table
          className={styles.difference}
          rows={difference.paths}
          rowKey={({ path }) => path}
          columns={[
            { title: texts.compare.path, cell: ({ path }) => <code>{path}</code> },
            { title: texts.compare.before, cell: ({ former }) => former ?? '–' },
            { title: texts.compare.now, cell: ({ current }) => current ?? '–' },
          ]}
        />
      ) : null}
      {difference && difference.total > difference.paths.length ? (
        <div className="muted">
          {texts.compare.otherPaths(difference.total - difference.paths.length, difference.more)}
        </div>
      ) : null}
    </li>
  );
}
