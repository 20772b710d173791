import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { ChangedRecordRow } from './changed-record-row.tsx';
import styles from './results.module.css';
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
