import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import type { PackageImport } from '../../../shared/workspace/package-import.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { startJob } from '../../commands/start-job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatBytes, formatCount, formatQuantity, formatUtc } from '../../components/format.ts';
import type { OfferedPackage } from './package-open-form.tsx';
import { ReviewConflicts } from './review-conflicts.tsx';
import styles from './workspace.module.css';

type Conflicts = PackageImport['conflicts'];

/** What is in a package, and where it is to be taken in. */
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
  const { look, reviews, id } = offered;
  const canChange = useSession(({ session }) => session?.workspace === 'open');
  const [into, setInto] = useState<'open' | 'new'>(canChange ? 'open' : 'new');
  const [name, setName] = useState(look.fileName.replace(/\.zip$/i, ''));
  const [conflicts, setConflicts] = useState<Conflicts>({ keep: 'present', except: [] });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  async function start(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const refused = await startJob(app, () =>
      app.api.workspace.takeInPackage.mutate({
        fileId: id,
        into: into === 'open' ? { kind: 'open' } : { kind: 'new', name },
        conflicts,
      }),
    );
    setBusy(false);
    if (refused) setFailure(refused);
    else onDone();
  }

  return (
    <form onSubmit={(event) => void start(event)} aria-label="Take in a case package">
      <Stack gap={10}>
        <PackageFacts look={look} />
        <Radio.Group label="Take in" value={into} onChange={(value) => setInto(value as 'open' | 'new')}>
          <Stack gap={6} mt={4}>
            <Radio
              value="open"
              disabled={!canChange}
              label="Into the open workspace"
              description={canChange ? describeReviews(reviews) : 'No workspace is open that can be changed.'}
            />
            <Radio value="new" label="As a new workspace" description="It is opened in place of this one." />
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
            of={{ place: 'the package', short: 'Package', take: 'the package’s' }}
            value={conflicts}
            onChange={setConflicts}
          />
        ) : null}
        {failure ? <FailureNote failure={failure} title="Nothing was taken in." /> : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={busy}
            disabled={into === 'new' && name.trim() === ''}
            data-autofocus
          >
            Take in
          </Button>
          <Button onClick={onBack}>Back</Button>
        </div>
      </Stack>
    </form>
  );
}

function PackageFacts({ look }: { readonly look: OfferedPackage['look'] }) {
  const { counts, queries, processors } = look;
  const holds = [
    formatQuantity(counts.records, 'record'),
    formatQuantity(counts.detections, 'detection'),
    formatQuantity(counts.reviews, 'review'),
    formatQuantity(counts.areas, 'area'),
    formatQuantity(counts.searches, 'saved search', 'saved searches'),
    `${formatQuantity(counts.chips, 'image chip')}${counts.missingChips > 0 ? `, ${formatCount(counts.missingChips)} missing` : ''}`,
  ];
  return (
    <FieldRows
      rows={[
        { label: 'File', value: `${look.fileName}, ${formatBytes(look.bytes)}` },
        { label: 'Made', value: `${formatUtc(look.madeAt)} by ${look.madeBy || 'nobody who is named'}` },
        { label: 'Of', value: look.scope },
        { label: 'Holds', value: holds.join(' · ') },
        { label: 'Queries', value: formatQuantity(queries.length, 'query', 'queries') },
        {
          label: 'Made from',
          value: processors.map(({ name, version }) => `${name} ${version ?? ''}`.trim()).join(', '),
        },
        { label: 'Sightline', value: look.sightline },
      ]}
    />
  );
}

function describeReviews(reviews: OfferedPackage['reviews']): string {
  if (!reviews) return '';
  const { counts } = reviews;
  const parts = [
    ...(counts.new > 0 ? [`${counts.new} new`] : []),
    ...(counts.newer > 0 ? [`${counts.newer} later than here`] : []),
    ...(counts.same > 0 ? [`${counts.same} the same`] : []),
    ...(counts.older > 0 ? [`${counts.older} earlier than here`] : []),
    ...(counts.conflict > 0 ? [`${counts.conflict} that disagree`] : []),
  ];
  return parts.length === 0 ? 'It has no reviews.' : `Reviews: ${parts.join(', ')}.`;
}
