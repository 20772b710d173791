import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatCount, formatQuantity, formatUtc } from '../../../shared/format.ts';
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
    <form onSubmit={submit} aria-label="Import a case package">
      <Stack gap={10}>
        <PackageFacts summary={summary} />
        <Radio.Group label="Import" value={into} onChange={(value) => setInto(value as 'open' | 'new')}>
          <Stack gap={6} mt={4}>
            <Radio
              value="open"
              disabled={!canChange}
              label="Into the open workspace"
              description={
                canChange
                  ? `${describeReviews(reviews)} Importing cannot be undone.`
                  : 'No writable workspace is open.'
              }
            />
            <Radio value="new" label="As a new workspace" description="It replaces the open workspace." />
          </Stack>
        </Radio.Group>
        {into === 'new' ? (
          <TextInput
            label="Name"
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
        {into === 'open' && reviews && reviews.counts.conflict > 0 ? (
          <ReviewConflicts
            reviews={reviews}
            source={{ name: 'the package', label: 'Package', possessive: 'the package’s' }}
            value={conflicts}
            onChange={setConflicts}
          />
        ) : null}
        {failure ? <FailureNote failure={failure} title="Nothing was imported." /> : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={into === 'new' && name.trim() === ''}
            data-autofocus
          >
            Import
          </Button>
          <Button onClick={onBack}>Back</Button>
        </div>
      </Stack>
    </form>
  );
}

function PackageFacts({ summary }: { readonly summary: OfferedPackage['summary'] }) {
  const { counts, queryCount, processors } = summary;
  const contents = [
    formatQuantity(counts.records, 'record'),
    describePackageDetections(counts),
    formatQuantity(counts.reviews, 'review'),
    formatQuantity(counts.areas, 'area'),
    formatQuantity(counts.searches, 'saved search', 'saved searches'),
    ...(counts.calibrations ? [formatQuantity(counts.calibrations, 'chip calibration')] : []),
    `${formatQuantity(counts.chips, 'image chip')}${counts.missingChips > 0 ? `, ${formatCount(counts.missingChips)} missing` : ''}`,
  ];
  return (
    <FieldRows
      rows={[
        { label: 'File', value: `${summary.fileName}, ${formatBytes(summary.bytes)}` },
        { label: 'Made', value: `${formatUtc(summary.madeAt)} by ${summary.madeBy || 'an unnamed user'}` },
        { label: 'Of', value: summary.scope },
        { label: 'Contents', value: contents.join(' · ') },
        { label: 'Queries', value: formatQuantity(queryCount, 'query', 'queries') },
        {
          label: 'Made from',
          value: processors.map(({ name, version }) => `${name} ${version ?? ''}`.trim()).join(', '),
        },
        { label: 'Sightline', value: summary.sightline },
      ]}
    />
  );
}

function describeReviews(reviews: OfferedPackage['reviews']): string {
  if (!reviews) return '';
  const { counts } = reviews;
  const parts = [
    ...(counts.new > 0 ? [`${counts.new} new`] : []),
    ...(counts.newer > 0 ? [`${counts.newer} newer than here`] : []),
    ...(counts.same > 0 ? [`${counts.same} identical`] : []),
    ...(counts.older > 0 ? [`${counts.older} older than here`] : []),
    ...(counts.conflict > 0 ? [`${counts.conflict} conflicting`] : []),
  ];
  return parts.length === 0 ? 'It has no reviews.' : `Reviews: ${parts.join(', ')}.`;
}
