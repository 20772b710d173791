import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type CountedKind, countedKinds } from '../../../shared/carried-words.ts';
import { formatBytes } from '../../../shared/format.ts';
import { describeProgress, progressFraction } from '../../../shared/jobs/describe-job.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { describeCaseDetections } from '../../../shared/workspace/case-file.ts';
import type { CaseImport } from '../../../shared/workspace/case-import.ts';
import type { OpenedFile } from '../../../shared/workspace/opened-file.ts';
import type { Api } from '../../api/client.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { useJobDisplay } from '../../context/use-job-display.ts';
import { useSession, useWorkspace } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { JobProgress } from '../../ui/job/job-progress.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { UploadState } from '../../ui/upload-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { countConflicts, ReviewConflicts } from './review-conflicts.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The form that chooses a case, checks it, and shows its contents. */
export function CaseOpenForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [offered, setOffered] = useState<OfferedCase>();
  const fileChoice = useFileChoice();
  // The file that the dialog was opened for; another one is chosen after it.
  const { offeredFile } = app.stores.ui.getState();
  const { submit, isBusy, failure } = useSubmit(async (file: OpenedFile | null) => {
    const chosen = await fileChoice.choose(
      '.gpkg',
      (uploadId, signal) => app.api.workspace.chooseCase.mutate(uploadId, { signal }),
      file,
    );
    if (!chosen.ok) return chosen.failure;
    if (chosen.value) setOffered(chosen.value);
    return null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => {
    if (offeredFile) submit(undefined, offeredFile);
  }, []);

  if (offered) {
    return <OfferedCaseForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>{texts.importCase.about}</p>
      {failure ? <FailureNote failure={failure} title={texts.importCase.refused} /> : null}
      {fileChoice.sending ? (
        <UploadState progress={fileChoice.sending} onCancel={fileChoice.cancel} />
      ) : isBusy ? (
        <CaseCheck label={texts.importCase.checking} />
      ) : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={isBusy} onClick={() => submit(undefined, null)} data-autofocus>
          {texts.importCase.choose}
        </Button>
        {isBusy ? (
          <Button onClick={fileChoice.cancel}>{texts.importCase.cancelCheck}</Button>
        ) : (
          <Button onClick={onDone}>{texts.importCase.cancel}</Button>
        )}
      </div>
    </Stack>
  );
}

/** The progress of checking a chosen case; shows `label` until its job has started. */
export function CaseCheck({ label }: { readonly label: string }) {
  const job = useWorkspace(({ jobs }) => jobs.find((each) => each.kind === 'check' && isActiveJob(each)));
  return job ? <RunningCheck job={job} /> : <LoadingState label={label} />;
}

function RunningCheck({ job: reported }: { readonly job: Job }) {
  const { job, stateText, isFollowed } = useJobDisplay(reported);
  return (
    <div role="status" className={styles.check}>
      <span>{job.title}</span>
      {isFollowed ? (
        <JobProgress label={job.title} fraction={progressFraction(job)} state={job.state} />
      ) : (
        <span>{stateText}</span>
      )}
      <span className="muted">{describeProgress(job)}</span>
    </div>
  );
}

/** A case that passed its check. */
type OfferedCase = NonNullable<
  Extract<Awaited<ReturnType<Api['workspace']['chooseCase']['mutate']>>, { ok: true }>['value']
>;

type Conflicts = CaseImport['conflicts'];

/** The contents of a case, and the workspace to import it into. */
function OfferedCaseForm({
  offered,
  onDone,
  onBack,
}: {
  readonly offered: OfferedCase;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const app = useApp();
  const { summary, reviews, id } = offered;
  const canChange = useSession(({ session }) => session?.workspace === 'open');
  const target = useState<{ readonly into: 'open' | 'new'; readonly name: string }>({
    into: canChange ? 'open' : 'new',
    name: summary.fileName.replace(/\.gpkg$/i, ''),
  });
  const [{ into, name }] = target;
  const [conflicts, setConflicts] = useState<Conflicts>({ winner: 'present', except: [] });

  const form = useFields(target, async () => {
    const problem = await startJob(app, () =>
      app.api.workspace.importCase.mutate({
        fileId: id,
        into: into === 'open' ? { kind: 'open' } : { kind: 'new', name },
        conflicts,
      }),
    );
    if (!problem) onDone();
    return problem;
  });

  return (
    <Form
      form={form}
      label={texts.offeredCase.label}
      gap={10}
      rows={[
        <CaseFacts key="facts" summary={summary} />,
        {
          ...{ kind: 'radios', name: 'into', label: texts.offeredCase.into },
          data: [
            {
              ...{ value: 'open', disabled: !canChange, label: texts.offeredCase.intoOpen },
              description: canChange
                ? [describeReviews(reviews), ...describeLayers(reviews), texts.offeredCase.undone].join(' ')
                : texts.offeredCase.notWritable,
            },
            { value: 'new', label: texts.offeredCase.asNew, description: texts.offeredCase.replacesOpen },
          ],
        },
        {
          ...{ kind: 'text', name: 'name', label: texts.offeredCase.name, maxLength: 80 },
          shownIf: into === 'new',
        },
      ]}
    >
      {into === 'open' && reviews && countConflicts(reviews) > 0 ? (
        <ReviewConflicts
          reviews={reviews}
          source={texts.offeredCase.source}
          value={conflicts}
          onChange={setConflicts}
        />
      ) : null}
      {form.failure ? <FailureNote failure={form.failure} title={texts.offeredCase.nothingImported} /> : null}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="filled"
          loading={form.isBusy}
          disabled={into === 'new' && name.trim() === ''}
          data-autofocus
        >
          {texts.offeredCase.start}
        </Button>
        <Button onClick={onBack}>{texts.offeredCase.back}</Button>
      </div>
    </Form>
  );
}

/** Kinds that are named also where a case has none. */
const alwaysNamed: readonly CountedKind[] = ['records', 'reviews', 'areas', 'searches', 'chips'];

function CaseFacts({ summary }: { readonly summary: OfferedCase['summary'] }) {
  const { counts, facts, queries, processors, marking } = summary;
  const detections = describeCaseDetections(facts?.detections ?? counts.detections, counts.detections);
  const contents = countedKinds.flatMap((kind) => {
    const isNamed = counts[kind] > 0 || alwaysNamed.includes(kind);
    const named = isNamed ? [texts.case.countOf(kind, counts[kind], facts?.missingChips ?? 0)] : [];
    return kind === 'records' ? [...named, detections] : named;
  });
  return (
    <FieldRows
      rows={[
        ...(marking === '' ? [] : [{ label: texts.case.marking, value: marking }]),
        { label: texts.case.file, value: `${summary.fileName}, ${formatBytes(summary.bytes)}` },
        {
          label: texts.case.made,
          value: facts ? texts.case.madeBy(facts.madeAt, facts.madeBy) : texts.case.noCase,
        },
        ...(facts ? [{ label: texts.case.scope, value: facts.scope }] : []),
        { label: texts.case.contents, value: contents.join(' · ') },
        ...(facts?.leftBehind
          ? [{ label: texts.case.leftBehind, value: texts.case.leftBehindParts(facts.leftBehind) }]
          : []),
        { label: texts.case.queries, value: texts.case.queryCount(queries) },
        { label: texts.case.processors, value: processors.join(', ') },
        ...(facts ? [{ label: texts.case.sightline, value: facts.sightline }] : []),
      ]}
    />
  );
}

/** Describes what becomes of layers that are here, too. */
function describeLayers(preview: OfferedCase['reviews']): readonly string[] {
  if (!preview) return [];
  const { newerLayers, divergedLayers } = preview.items;
  return [
    ...(newerLayers > 0 ? [texts.case.newerLayers(newerLayers)] : []),
    ...(divergedLayers > 0 ? [texts.case.divergedLayers(divergedLayers)] : []),
  ];
}

function describeReviews(reviews: OfferedCase['reviews']): string {
  if (!reviews) return '';
  const { kinds } = texts.case.reviews;
  const parts = (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => reviews.counts[kind] > 0)
    .map((kind) => `${reviews.counts[kind]} ${kinds[kind]}`);
  return parts.length === 0 ? texts.case.reviews.none : texts.case.reviews.list(parts.join(', '));
}
