import { Button, Select, VisuallyHidden } from '@mantine/core';
import type { FormEvent } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import { listKnownNames, notKnown } from '../../../shared/results/unknown-names.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList, useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useSearch, useSession, useWorkspace } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { NameListInput } from '../../ui/name-list-input.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import { operatorNames } from './condition-fields.tsx';
import { FormFold } from './form-fold.tsx';
import styles from './results.module.css';
import { startFetch } from './search-commands.ts';
import { SearchLimits } from './search-limits.tsx';
import { problemOf, remainingFailure } from './search-problems.ts';
import { texts } from './texts.ts';
import { useSearchPreview } from './use-search-preview.ts';

/** The fields of the search form, and the buttons that fetch and show its query. */
export function SearchFields() {
  const app = useApp();
  const { commands } = app;
  const { form, failure, isStarting: starting, change } = useSearch((state) => state);
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const counts = useWorkspaceCounts();
  const known = listKnownNames(counts.state === 'ready' ? counts.value.served : undefined);
  const remaining = remainingFailure(failure);

  // Enter in a field is no request to fetch.
  const preventSubmit = (event: FormEvent) => event.preventDefault();

  return (
    <form className={styles.form} onSubmit={preventSubmit} noValidate aria-label={texts.form.label}>
      <div data-tour="region">
        <NameListInput
          label={texts.form.region}
          known={known.regions}
          value={form.regions}
          error={problemOf(failure, 'regions')}
          placeholder={texts.form.regionExample}
          unknownTitle={notKnown('regions', known)}
          onChange={(regions) => change({ regions })}
        />
      </div>
      <NameListInput
        label={texts.form.analytic}
        known={known.analytics}
        value={form.analytics}
        error={problemOf(failure, 'analytics')}
        placeholder={texts.form.analyticExample}
        unknownTitle={notKnown('analytics', known)}
        onChange={(analytics) => change({ analytics })}
      />
      <div className={styles.pair}>
        <UtcInput
          label={texts.form.collectedAfter}
          value={form.collectedAfter}
          error={problemOf(failure, 'collectedAfter')}
          onChange={(collectedAfter) => change({ collectedAfter })}
        />
        <UtcInput
          label={texts.form.collectedBefore}
          value={form.collectedBefore}
          isEnd
          error={problemOf(failure, 'collectedBefore')}
          onChange={(collectedBefore) => change({ collectedBefore })}
        />
      </div>
      <AreaField />
      <MoreConditions />
      <SearchLimits />
      <SearchAdvice />
      {remaining ? <FailureNote failure={remaining} title={texts.form.notStarted} /> : null}
      <div className={styles.actions}>
        <Button
          variant="filled"
          data-tour="fetch"
          loading={starting}
          disabled={!signedIn}
          title={signedIn ? texts.form.fetchKey : texts.form.signInToFetch}
          onClick={() => void startFetch(app)}
        >
          {texts.form.fetch}
        </Button>
        <Button onClick={() => commands.run('results.save-search')}>{texts.form.save}</Button>
        <Button onClick={() => commands.run('results.query-text')}>{texts.form.queryText}</Button>
      </div>
      {signedIn ? null : <p className={styles.hint}>{texts.form.needsSignIn}</p>}
    </form>
  );
}

/** An area of the workspace by which the fetched results are filtered; the service has no filter by location. */
function AreaField() {
  const { form, change } = useSearch((state) => state);
  const areas = useAreaList();
  if (areas.length === 0) return null;
  return (
    <Select
      label={texts.form.area}
      placeholder={texts.form.anyArea}
      clearable
      data={areas.map(({ id, name, squareMetres }) => ({
        value: id,
        label: `${name} · ${formatSquareMetres(squareMetres)}`,
      }))}
      value={areas.some(({ id }) => id === form.areaId) ? form.areaId : null}
      onChange={(areaId) => change({ areaId: areaId ?? '' })}
    />
  );
}

/** Advice of the main process on the search, such as to choose a region. */
function SearchAdvice() {
  const { data } = useSearchPreview();
  const jobs = useWorkspace((state) => state.jobs);
  // A running fetch shows the same advice on its card.
  const shown = new Set(jobs.filter(isActiveJob).flatMap(({ warnings }) => warnings));
  return data?.advice
    .filter((advice) => !shown.has(advice))
    .map((advice) => (
      <Note key={advice} tone="warn">
        {advice}
      </Note>
    ));
}

const uploadTimes = ['uploadedAfter', 'uploadedBefore'] as const;
const lists = ['collectedRanges', 'recordIds'] as const;
const fields = [...uploadTimes, ...lists, 'conditions'] as const;

/** Upload times, lists of collection ranges and of record IDs, and conditions on other fields. */
function MoreConditions() {
  const { form, failure, change } = useSearch((state) => state);
  const isUsed = fields.some((field) => form[field].length > 0);
  const hasProblem = fields.some((field) => problemOf(failure, field) !== undefined);
  return (
    <FormFold title={texts.moreConditions.title} isUsed={isUsed} failure={hasProblem ? failure : null}>
      <div className={styles.pair}>
        {uploadTimes.map((field) => (
          <UtcInput
            key={field}
            label={texts.form[field]}
            value={form[field]}
            isEnd={field === 'uploadedBefore'}
            error={problemOf(failure, field)}
            onChange={(time) => change({ [field]: time })}
          />
        ))}
      </div>
      <FormRows
        form={{ values: form, change }}
        rows={lists.map((name) => ({
          ...{ kind: 'long-text', name, label: texts.lists[name] },
          ...{ placeholder: texts.lists[`${name}Example`], error: problemOf(failure, name) },
          ...{ minRows: 2, maxRows: 6, spellCheck: false },
        }))}
      />
      <p className={styles.hint}>{texts.lists.about}</p>
      <OtherFields />
    </FormFold>
  );
}

/** The conditions on other fields; a click opens the dialog that edits them. */
function OtherFields() {
  const { commands, stores } = useApp();
  const { form, failure } = useSearch((state) => state);
  const problem = problemOf(failure, 'conditions');
  const rows = form.conditions;
  return (
    <div>
      <div className={styles.label}>
        <span>{texts.otherFields.title}</span>
        {rows.length > 0 ? (
          <TextButton
            aria-label={texts.otherFields.removeAll}
            onClick={() => stores.search.getState().change({ conditions: [] })}
          >
            {texts.otherFields.remove}
          </TextButton>
        ) : null}
      </div>
      <button
        type="button"
        className={styles.box}
        data-invalid={problem !== undefined || undefined}
        onClick={() => commands.run('results.conditions')}
      >
        <VisuallyHidden>{texts.otherFields.edit}</VisuallyHidden>
        {rows.length === 0 ? <span className="muted">{texts.otherFields.none}</span> : null}
        {rows.map(({ path, operator, values }, index) => (
          // Rows are identified by their index only.
          <span key={`row ${String(index)}`} className={styles.condition}>
            <code>{path || texts.otherFields.noField}</code> <strong>{operatorNames[operator]}</strong>{' '}
            {values.join(operator === 'between' ? ' … ' : ', ') || '–'}
          </span>
        ))}
      </button>
      {problem ? <div className={styles.problem}>{problem}</div> : null}
    </div>
  );
}
