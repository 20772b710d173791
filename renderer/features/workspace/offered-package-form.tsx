import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatBytes } from '../../../shared/format.ts';
import { describePackageDetections } from '../../../shared/workspace/case-package.ts';
import type { PackageImport } from '../../../shared/workspace/package-import.ts';
import type { Api } from '../../api/client.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

import { ReviewConflicts } from './review-conflicts.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** A case package that passed its check. */
export type OfferedPackage = NonNullable<
  Extract<Awaited<ReturnType<Api['workspace']['choosePackage']['mutate']>>, { ok: true }>['value']
>;

type Conflicts = PackageImport['conflicts'];

/** The contents of a case package, and the workspace to import it into. */
export function OfferedPackageForm({
  offered,
  onDone,
  onBack,
}: {
  readonly offered: OfferedPackage;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const app = useApp();
  const { summary, reviews, id } = offered;
  const canChange = useSession(({ session }) => session?.workspace === 'open');
  const [into, setInto] = useState<'open' | 'new'>(canChange ? 'open' : 'new');
  const [name, setName] = useState(summary.fileName.replace(/\.(sightline|zip)$/i, ''));
  const [conflicts, setConflicts] = useState<Conflicts>({ winner: 'present', except: [] });

  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await startJob(app, () =>
      app.api.workspace.importPackage.mutate({
        fileId: id,
        into: into === 'open' ? { kind: 'open' } : { kind: 'new', name },
        conflicts,
      }),
    );
    if (!problem) onDone();
    return problem;
  });

  return (
    <form onSubmit={submit} aria-label={texts.importPackage.label}>
      <Stack gap={10}>
        <PackageFacts summary={summary} />
        <Radio.Group
          label={texts.importPackage.into}
          value={into}
          onChange={(value) => setInto(value as 'open' | 'new')}
        >
          <Stack gap={6} mt={4}>
            <Radio
              value="open"
              disabled={!canChange}
              label={texts.importPackage.intoOpen}
              description={
                canChange
                  ? `${describeReviews(reviews)} ${texts.importPackage.onlyReviewsUndone}`
                  : texts.importPackage.notWritable
              }
            />
            <Radio
              value="new"
              label={texts.importPackage.asNew}
              description={texts.importPackage.replacesOpen}
            />
          </Stack>
        </Radio.Group>
        {into === 'new' ? (
          <TextInput
            label={texts.importPackage.name}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
        {into === 'open' && reviews && reviews.counts.conflict > 0 ? (
          <ReviewConflicts
            reviews={reviews}
            source={texts.importPackage.source}
            value={conflicts}
            onChange={setConflicts}
          />
        ) : null}
        {failure ? <FailureNote failure={failure} title={texts.importPackage.nothingImported} /> : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={into === 'new' && name.trim() === ''}
            data-autofocus
          >
            {texts.importPackage.start}
          </Button>
          <Button onClick={onBack}>{texts.importPackage.back}</Button>
        </div>
      </Stack>
    </form>
  );
}

function PackageFacts({ summary }: { readonly summary: OfferedPackage['summary'] }) {
  const { counts, queryCount, processors } = summary;
  const contents = [
    texts.package.records(counts.records),
    describePackageDetections(counts),
    texts.package.reviewCount(counts.reviews),
    texts.package.areas(counts.areas),
    texts.package.searches(counts.searches),
    ...(counts.calibrations ? [texts.package.calibrations(counts.calibrations)] : []),
    texts.package.chips(counts.chips, counts.missingChips),
  ];
  return (
    <FieldRows
      rows={[
        { label: texts.package.file, value: `${summary.fileName}, ${formatBytes(summary.bytes)}` },
        { label: texts.package.made, value: texts.package.madeBy(summary.madeAt, summary.madeBy) },
        { label: texts.package.scope, value: summary.scope },
        { label: texts.package.contents, value: contents.join(' · ') },
        { label: texts.package.queries, value: texts.package.queryCount(queryCount) },
        {
          label: texts.package.processors,
          value: processors.map(({ name, version }) => `${name} ${version ?? ''}`.trim()).join(', '),
        },
        { label: texts.package.sightline, value: summary.sightline },
      ]}
    />
  );
}

function describeReviews(reviews: OfferedPackage['reviews']): string {
  if (!reviews) return '';
  const { counts } = reviews;
  const parts = [
    ...(counts.new > 0 ? [texts.package.reviews.new(counts.new)] : []),
    ...(counts.newer > 0 ? [texts.package.reviews.newer(counts.newer)] : []),
    ...(counts.same > 0 ? [texts.package.reviews.identical(counts.same)] : []),
    ...(counts.older > 0 ? [texts.package.reviews.older(counts.older)] : []),
    ...(counts.conflict > 0 ? [texts.package.reviews.conflicting(counts.conflict)] : []),
  ];
  return parts.length === 0 ? texts.package.reviews.none : texts.package.reviews.list(parts.join(', '));
}
