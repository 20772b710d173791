import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readSearchForm } from '../../../shared/results/search-form.ts';
import type { SavedSearchInput } from '../../../shared/searches/saved-search.ts';
import { type Schedule, scheduleSchema } from '../../../shared/searches/schedule.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useSearch } from '../../context/use-stores.ts';
import { useSavedSearches } from '../../context/use-workspace-queries.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { describeSearch } from './describe-search.ts';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { saveSearchSettings } from './search-commands.ts';
import { texts } from './texts.ts';

/** Name, schedule and overlap of a saved search. */
export function SaveSearchDialog() {
  const { stores } = useApp();
  const saving = useSearch((state) => state.editedSearch);
  const form = saving && {
    id: formOf(saving),
    what: `“${texts.saveDialog.title}”`,
    beforeShown: () => stores.search.getState().setEditedSearch(saving),
  };
  return (
    <ResultsDialog name="save-search" title={texts.saveDialog.title} size={520} {...(form ? { form } : {})}>
      {saving ? <SaveSearchForm key={saving.id} search={saving} /> : null}
    </ResultsDialog>
  );
}

function SaveSearchForm({ search }: { readonly search: SavedSearchInput }) {
  const app = useApp();
  const known = useSavedSearches().data?.searches ?? [];
  const isExisting = known.some((each) => each.search.id === search.id);
  const form = useSearch((state) => state.form);
  const areas = useAreaList();
  const areaName = areas.find(({ id }) => id === search.areaId)?.name;
  const [{ name, typed, overlap }, setFields] = useTyped(formOf(search), {
    name: search.name,
    typed: typedSchedule(search.schedule),
    overlap: String(search.overlapMinutes ?? 60),
  });
  const changeSchedule = (part: Partial<TypedSchedule>) =>
    setFields((before) => ({ ...before, typed: { ...before.typed, ...part } }));
  const [usesForm, setUsesForm] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const schedule = parseSchedule(typed);
  const minutes = parseWholeNumber(overlap, 0, 43_200);
  const searchResult = usesForm ? readSearchForm(form) : ({ ok: true, value: search.search } as const);
  const hasLimit = searchResult.ok && searchResult.value.maxRecords !== undefined;

  const { submit, isBusy, failure } = useSubmit(async () => {
    setChecked(true);
    if (!searchResult.ok) return searchResult.failure;
    if (name.trim() === '' || schedule === undefined || minutes === undefined) return null;
    const areaId = usesForm ? form.areaId || undefined : search.areaId;
    const { areaId: _former, ...rest } = search;
    const problem = await saveSearchSettings(app, {
      ...rest,
      ...(areaId === undefined ? {} : { areaId }),
      name,
      schedule,
      overlapMinutes: minutes,
      search: searchResult.value,
    });
    if (problem) return problem;
    forgetTyped(app, formOf(search));
    app.stores.ui.getState().closeDialog();
    return null;
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={texts.saveDialog.title}>
      <TextInput
        label={texts.saveDialog.name}
        data-autofocus
        value={name}
        error={isChecked && name.trim() === '' ? texts.saveDialog.nameMissing : undefined}
        onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, name: value }))}
      />
      <div className={styles.asked}>
        {searchResult.ok ? describeSearch(searchResult.value, areaName) : texts.saveDialog.invalidQuery}
      </div>
      {isExisting ? (
        <Checkbox
          label={texts.saveDialog.replaceQuery.label}
          description={texts.saveDialog.replaceQuery.hint}
          checked={usesForm}
          onChange={(event) => setUsesForm(event.currentTarget.checked)}
        />
      ) : null}
      <ScheduleFields typed={typed} isValid={schedule !== undefined} change={changeSchedule} />
      {typed.kind === 'manual' ? null : <p className={styles.hint}>{texts.saveDialog.whenOpen}</p>}
      <TextInput
        label={texts.saveDialog.overlap.label}
        description={texts.saveDialog.overlap.hint}
        inputMode="numeric"
        value={overlap}
        error={minutes === undefined ? texts.saveDialog.overlap.problem : undefined}
        onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, overlap: value }))}
      />
      {hasLimit ? <Note tone="info">{texts.saveDialog.noLimit}</Note> : null}
      {failure ? <FailureNote failure={failure} title={texts.saveDialog.notSaved} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {texts.saveDialog.save}
        </Button>
        <Button onClick={() => app.stores.ui.getState().closeDialog()}>{texts.saveDialog.cancel}</Button>
      </div>
    </form>
  );
}

function formOf({ id }: SavedSearchInput): string {
  return `search ${id}`;
}

/** The fields of a schedule as typed; those of other kinds keep their texts. */
type TypedSchedule = { readonly kind: Schedule['kind']; readonly hours: string; readonly at: string };

function typedSchedule(schedule: Schedule): TypedSchedule {
  return {
    kind: schedule.kind,
    hours: String(schedule.kind === 'every' ? schedule.hours : 6),
    at: schedule.kind === 'daily' ? schedule.at : '06:00',
  };
}

function ScheduleFields({
  typed: { kind, hours, at },
  isValid,
  change,
}: {
  readonly typed: TypedSchedule;
  readonly isValid: boolean;
  readonly change: (part: Partial<TypedSchedule>) => void;
}) {
  return (
    <div className={styles.pair}>
      <Select
        label={texts.saveDialog.runs}
        data={[
          { value: 'manual', label: texts.saveDialog.manually },
          { value: 'every', label: texts.saveDialog.everyHours },
          { value: 'daily', label: texts.saveDialog.daily },
        ]}
        value={kind}
        allowDeselect={false}
        onChange={(value) => change({ kind: value === 'every' || value === 'daily' ? value : 'manual' })}
      />
      {kind === 'every' ? (
        <TextInput
          label={texts.saveDialog.hours}
          inputMode="numeric"
          value={hours}
          error={isValid ? undefined : texts.saveDialog.hoursProblem}
          onChange={(event) => change({ hours: event.currentTarget.value })}
        />
      ) : null}
      {kind === 'daily' ? (
        <TextInput
          label={texts.saveDialog.time}
          placeholder="06:00"
          value={at}
          error={isValid ? undefined : texts.saveDialog.timeProblem}
          onChange={(event) => change({ at: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}

function parseSchedule({ kind, hours, at }: TypedSchedule): Schedule | undefined {
  const fields = {
    manual: { kind },
    every: { kind, hours: parseWholeNumber(hours, 1, 720) },
    daily: { kind, at: at.trim() },
  };
  const schedule = scheduleSchema.safeParse(fields[kind]);
  return schedule.success ? schedule.data : undefined;
}

function parseWholeNumber(text: string, min: number, max: number): number | undefined {
  const value = Number(text.trim());
  return /^\d+$/.test(text.trim()) && value >= min && value <= max ? value : undefined;
}
