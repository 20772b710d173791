import { Button, Select, VisuallyHidden } from '@mantine/core';
import { IconPolygon, IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatUtc } from '../../../shared/format.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { Failure } from '../../../shared/result.ts';
import { analyticsWithResults, describeAnalytics } from '../../../shared/results/analytics.ts';
import type { SearchForm } from '../../../shared/results/search-form.ts';
import { listKnownNames, notKnown } from '../../../shared/results/unknown-names.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList, useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useSearch, useSession, useUi, useWorkspace } from '../../context/use-stores.ts';
import { hasActiveFetch } from '../../stores/workspace-store.ts';
import { AnalyticGroups, isOfGroups } from '../../ui/analytic-groups.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { FormFold } from '../../ui/form/form-fold.tsx';
import { FormPart } from '../../ui/form/form-part.tsx';
import { NameListInput } from '../../ui/name-list-input.tsx';
import { Note } from '../../ui/note.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import { operatorNames } from './condition-fields.tsx';
import styles from './results.module.css';
import { startFetch } from './search-commands.ts';
import { hasLimits, limitFields, SearchLimits } from './search-limits.tsx';
import { problemOf, remainingFailure } from './search-problems.ts';
import { texts } from './texts.ts';
import { useSearchPreview } from './use-search-preview.ts';

/** The fields of the search form, and the buttons that fetch and show its query. */
export function SearchFields() {
  const app = useApp();
  const { commands } = app;
  const { form, failure, isStarting: starting, change, regionsOfAreas } = useSearch((state) => state);
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const counts = useWorkspaceCounts();
  const known = listKnownNames(counts.state === 'ready' ? counts.value.served : undefined);
  const remaining = remainingFailure(failure);
  const isBusy = useWorkspace(hasActiveFetch);
  const hasFetch = useWorkspace(({ jobs }) => jobs.some(({ kind }) => kind === 'fetch'));
  const hasDetections = counts.state === 'ready' && counts.value.detections > 0;
  const drawnAreaId = useWorkspace(({ completed }) =>
    completed?.kind === 'area' ? completed.areaId : undefined,
  );
  // “Fetch here” above the map is then the primary button.
  const isAreaNext = useUi(({ selectedAreaId }) => selectedAreaId === drawnAreaId);
  const { isFolded, unfold, isEachFolded, foldAll, freeze } = useFoldedParts(hasDetections, failure);
  const area = useAreaList().find(({ id }) => id === form.areaId);
  const any = texts.form.any;
  const isOfWholeGroups = isOfGroups(form.analytics, analyticsWithResults);

  // Enter in a field is no request to fetch.
  const preventSubmit = (event: FormEvent) => event.preventDefault();

  return (
    <form
      className={styles.form}
      onSubmit={preventSubmit}
      onFocus={freeze}
      noValidate
      aria-label={texts.form.label}
    >
      <div data-tour="region">
        <FormPart
          title={texts.form.where}
          summary={[...form.regions, ...(area ? [area.name] : [])].join(', ') || any.region}
          isFolded={isFolded('where')}
          onUnfold={() => unfold('where')}
        >
          <NameListInput
            label={texts.form.region}
            known={known.regions}
            value={form.regions}
            error={problemOf(failure, 'regions')}
            placeholder={texts.form.regionExample}
            unknownTitle={notKnown('regions', known)}
            onChange={(regions) => change({ regions })}
          />
          <AreaField />
          <p className={styles.hint}>
            {area && regionsOfAreas[area.id]
              ? texts.form.fetchedWith(area.name, regionsOfAreas[area.id] ?? [])
              : texts.form.about}
          </p>
        </FormPart>
      </div>
      <FormPart
        title={texts.form.what}
        summary={describeAnalytics(form.analytics).join(', ') || any.analytic}
        isFolded={isFolded('what')}
        onUnfold={() => unfold('what')}
      >
        <AnalyticGroups
          label={texts.form.groups}
          offered={analyticsWithResults}
          value={form.analytics}
          onChange={(analytics) => change({ analytics })}
        />
        <span className="muted">
          {form.analytics.length === 0 ? texts.form.allAnalytics : texts.form.onlyChecked}
        </span>
        <FormFold
          title={texts.form.singleAnalytics}
          isUsed={!isOfWholeGroups}
          problem={problemOf(failure, 'analytics') ?? null}
        >
          <NameListInput
            label={texts.form.analytic}
            known={known.analytics}
            value={form.analytics}
            error={problemOf(failure, 'analytics')}
            placeholder={texts.form.analyticExample}
            unknownTitle={notKnown('analytics', known)}
            onChange={(analytics) => change({ analytics })}
          />
        </FormFold>
      </FormPart>
      <FormPart
        title={texts.form.when}
        summary={describeTimes(form)}
        isFolded={isFolded('when')}
        onUnfold={() => unfold('when')}
      >
        <CollectionTimes />
      </FormPart>
      <Advanced />
      <SearchAdvice />
      {remaining ? <FailureNote failure={remaining} title={texts.form.notStarted} /> : null}
      <div className={styles.submit}>
        <PrimaryButton
          isPrimary={!hasDetections && !isBusy && !isAreaNext}
          data-tour="fetch"
          loading={starting}
          disabled={!signedIn}
          title={signedIn ? texts.form.fetchKey : texts.form.signInToFetch}
          onClick={() => {
            foldAll();
            void startFetch(app);
          }}
        >
          {isEachFolded && hasFetch ? texts.form.fetchAgain : texts.form.fetch}
        </PrimaryButton>
        <Button variant="subtle" onClick={() => commands.run('orders.new')}>
          {texts.form.order}
        </Button>
      </div>
      {signedIn ? null : <p className={styles.hint}>{texts.form.needsSignIn}</p>}
    </form>
  );
}

type PartName = 'where' | 'what' | 'when';

/**
 * The parts of the form that are one line each: all where there are results and after each fetch, until the user opens
 * one or the form is refused.
 */
function useFoldedParts(hasDetections: boolean, failure: Failure | null) {
  const [shown, setShown] = useState<ReadonlySet<PartName> | 'all' | null>(null);
  const [lastFailure, setLastFailure] = useState(failure);
  if (failure !== lastFailure) {
    setLastFailure(failure);
    if (failure) setShown('all');
  }
  const isFolded = (name: PartName) => (shown === null ? hasDetections : shown !== 'all' && !shown.has(name));
  return {
    isFolded,
    isEachFolded: (['where', 'what', 'when'] as const).every(isFolded),
    unfold: (name: PartName) => setShown(new Set([...(shown instanceof Set ? shown : []), name])),
    foldAll: () => setShown(new Set()),
    /** Leaves the parts as they are, whatever comes while the form is used. */
    freeze: () => setShown((before) => before ?? (hasDetections ? new Set() : 'all')),
  };
}

/** The collection times in one line. */
function describeTimes({ collectedAfter, collectedBefore }: SearchForm): string {
  if (collectedAfter === '' && collectedBefore === '') return texts.form.any.time;
  return texts.form.between(collectedAfter, collectedBefore);
}

const dayMs = 86_400_000;

/** Buttons for the last days, up to now, and the range itself. */
function CollectionTimes() {
  const { form, failure, change } = useSearch((state) => state);
  const [chosen, setChosen] = useState<{ readonly days: number; readonly since: string } | null>(null);
  const isOfDays = chosen !== null && chosen.since === form.collectedAfter && form.collectedBefore === '';
  const choose = (days: number) => {
    const since = formatUtc(Date.now() - days * dayMs);
    setChosen({ days, since });
    change({ collectedAfter: since, collectedBefore: '' });
  };
  const isUsed = form.collectedAfter !== '' || form.collectedBefore !== '';
  const problem = problemOf(failure, 'collectedAfter') ?? problemOf(failure, 'collectedBefore') ?? null;
  return (
    <>
      <Button.Group aria-label={texts.form.lastDaysLabel}>
        {[1, 3, 7, 30].map((days) => (
          <Button
            key={days}
            size="compact-sm"
            title={texts.form.lastDaysTip(days)}
            aria-pressed={isOfDays && chosen.days === days}
            variant={isOfDays && chosen.days === days ? 'light' : 'default'}
            onClick={() => choose(days)}
          >
            {texts.form.lastDays(days)}
          </Button>
        ))}
      </Button.Group>
      <span className="muted numeric">{describeTimes(form)}</span>
      <FormFold title={texts.form.range} isUsed={isUsed && !isOfDays} problem={problem}>
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
      </FormFold>
    </>
  );
}

/** An area of the workspace by which the fetched results are filtered; the service has no filter by location. */
function AreaField() {
  const { commands, stores } = useApp();
  const { form, chooseArea } = useSearch((state) => state);
  const areas = useAreaList();
  return (
    <>
      {areas.length === 0 ? null : (
        <Select
          label={texts.form.area}
          placeholder={texts.form.anyArea}
          clearable
          searchable
          data={areas.map(({ id, name, squareMetres }) => ({
            value: id,
            label: `${name} · ${formatSquareMetres(squareMetres)}`,
          }))}
          value={areas.some(({ id }) => id === form.areaId) ? form.areaId : null}
          onChange={(areaId) => chooseArea(areaId ?? '')}
        />
      )}
      <div className={styles.actions}>
        <Button
          leftSection={<IconPolygon size={14} />}
          onClick={() => stores.ui.getState().setTool('polygon')}
        >
          {texts.form.drawArea}
        </Button>
        <Button leftSection={<IconUpload size={14} />} onClick={() => commands.run('areas.import')}>
          {texts.form.importAreas}
        </Button>
      </div>
    </>
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

/** All that most fetches need not: further conditions, limits, and the text of the query. */
function Advanced() {
  const { commands, stores } = useApp();
  const { form, failure } = useSearch((state) => state);
  const hasProblem = [...fields, ...limitFields].some((field) => problemOf(failure, field) !== undefined);
  return (
    <FormFold
      title={texts.form.advanced}
      about={texts.form.advancedFields}
      isUsed={fields.some((field) => form[field].length > 0) || hasLimits(form)}
      problem={hasProblem ? failure : null}
    >
      <MoreConditions />
      <SearchLimits />
      <div className={styles.headTools}>
        <TextButton onClick={() => commands.run('results.query-text')}>{texts.form.queryText}</TextButton>
        <TextButton onClick={() => commands.run('results.save-search')}>{texts.form.save}</TextButton>
        <TextButton onClick={() => stores.search.getState().clear()}>{texts.form.clear}</TextButton>
      </div>
    </FormFold>
  );
}

/** Upload times, lists of collection ranges and of record IDs, and conditions on other fields. */
function MoreConditions() {
  const { form, failure, change } = useSearch((state) => state);
  return (
    <>
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
    </>
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
