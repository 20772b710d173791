import { Button } from '@mantine/core';
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
import { Form, type FormRow, FormRows } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { Note } from '../../ui/note.tsx';
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
  const searchForm = useSearch((state) => state.form);
  const areas = useAreaList();
  const areaName = areas.find(({ id }) => id === search.areaId)?.name;
  const state = useTyped(formOf(search), {
    name: search.name,
    ...typedSchedule(search.schedule),
    overlap: String(search.overlapMinutes ?? 60),
  });
  const [{ name, overlap, ...typed }] = state;
  const [usesForm, setUsesForm] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const schedule = parseSchedule(typed);
  const minutes = parseWholeNumber(overlap, 0, 43_200);
  const searchResult = usesForm ? readSearchForm(searchForm) : ({ ok: true, value: search.search } as const);
  const hasLimit = searchResult.ok && searchResult.value.maxRecords !== undefined;

  const form = useFields(state, async () => {
    setChecked(true);
    if (!searchResult.ok) return searchResult.failure;
    if (name.trim() === '' || schedule === undefined || minutes === undefined) return null;
    const areaId = usesForm ? searchForm.areaId || undefined : search.areaId;
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
    <Form
      form={form}
      className={styles.form}
      label={texts.saveDialog.title}
      rows={[
        {
          ...{ kind: 'text', name: 'name', label: texts.saveDialog.name, 'data-autofocus': true },
          error: isChecked && name.trim() === '' ? texts.saveDialog.nameMissing : undefined,
        },
        <div key="asked" className={styles.asked}>
          {searchResult.ok ? describeSearch(searchResult.value, areaName) : texts.saveDialog.invalidQuery}
        </div>,
        {
          ...{ kind: 'check', name: 'usesForm', shownIf: isExisting, value: usesForm, onChange: setUsesForm },
          ...{ label: texts.saveDialog.replaceQuery.label, hint: texts.saveDialog.replaceQuery.hint },
        },
        <div key="schedule" className={styles.pair}>
          <FormRows form={form} rows={scheduleRows(typed.kind, schedule !== undefined)} />
        </div>,
        typed.kind === 'manual' ? null : (
          <p key="when open" className={styles.hint}>
            {texts.saveDialog.whenOpen}
          </p>
        ),
        {
          ...{ kind: 'text', name: 'overlap', label: texts.saveDialog.overlap.label, inputMode: 'numeric' },
          hint: texts.saveDialog.overlap.hint,
          error: minutes === undefined ? texts.saveDialog.overlap.problem : undefined,
        },
      ]}
    >
      {hasLimit ? <Note tone="info">{texts.saveDialog.noLimit}</Note> : null}
      {form.failure ? <FailureNote failure={form.failure} title={texts.saveDialog.notSaved} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={form.isBusy}>
          {texts.saveDialog.save}
        </Button>
        <Button onClick={() => app.stores.ui.getState().closeDialog()}>{texts.saveDialog.cancel}</Button>
      </div>
    </Form>
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

function scheduleRows(kind: Schedule['kind'], isValid: boolean): readonly FormRow<TypedSchedule>[] {
  return [
    {
      ...{ kind: 'choice', name: 'kind', label: texts.saveDialog.runs },
      data: [
        { value: 'manual', label: texts.saveDialog.manually },
        { value: 'every', label: texts.saveDialog.everyHours },
        { value: 'daily', label: texts.saveDialog.daily },
      ],
    },
    {
      ...{ kind: 'text', name: 'hours', label: texts.saveDialog.hours, inputMode: 'numeric' },
      ...{ shownIf: kind === 'every', error: isValid ? undefined : texts.saveDialog.hoursProblem },
    },
    {
      ...{ kind: 'text', name: 'at', label: texts.saveDialog.time, placeholder: '06:00' },
      ...{ shownIf: kind === 'daily', error: isValid ? undefined : texts.saveDialog.timeProblem },
    },
  ];
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
