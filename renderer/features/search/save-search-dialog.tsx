import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { readSearchForm } from '../../../shared/results/search-form.ts';
import type { SavedSearchToKeep } from '../../../shared/searches/saved-search.ts';
import { type Schedule, scheduleSchema } from '../../../shared/searches/schedule.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSearch, useWorkspace } from '../../app/use-stores.ts';
import { keepSearch } from '../../commands/search-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Note } from '../../components/note.tsx';
import { describeSearch } from './describe-search.ts';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { useSavedSearches } from './use-saved-searches.ts';

/** Name, schedule and overlap of a saved search. */
export function SaveSearchDialog() {
  const saving = useSearch((state) => state.saving);
  return (
    <ResultsDialog name="save-search" title="Saved search" size={520}>
      {saving ? <SaveSearchForm key={saving.id} search={saving} /> : null}
    </ResultsDialog>
  );
}

function SaveSearchForm({ search }: { readonly search: SavedSearchToKeep }) {
  const app = useApp();
  const isKnown = useSavedSearches().data?.some((known) => known.search.id === search.id) ?? false;
  const form = useSearch((state) => state.form);
  const areas = useWorkspace((state) => state.areas);
  const areaName =
    areas.state === 'ready' ? areas.value.find(({ id }) => id === search.areaId)?.name : undefined;
  const [name, setName] = useState(search.name);
  const [kind, setKind] = useState<Schedule['kind']>(search.schedule.kind);
  const [hours, setHours] = useState(String(search.schedule.kind === 'every' ? search.schedule.hours : 6));
  const [at, setAt] = useState(search.schedule.kind === 'daily' ? search.schedule.at : '06:00');
  const [overlap, setOverlap] = useState(String(search.overlapMinutes ?? 60));
  const [takesForm, setTakesForm] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saving, setSaving] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const schedule = readSchedule(kind, hours, at);
  const minutes = readWhole(overlap, 0, 43_200);
  const asked = takesForm ? readSearchForm(form) : ({ ok: true, value: search.search } as const);
  const hasLimit = asked.ok && asked.value.maxRecords !== undefined;

  async function save(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    if (!asked.ok) return setFailure(asked.failure);
    if (name.trim() === '' || schedule === undefined || minutes === undefined) return;
    setSaving(true);
    const areaId = takesForm ? form.areaId || undefined : search.areaId;
    const { areaId: _former, ...rest } = search;
    const problem = await keepSearch(app, {
      ...rest,
      ...(areaId === undefined ? {} : { areaId }),
      name,
      schedule,
      overlapMinutes: minutes,
      search: asked.value,
    });
    setSaving(false);
    if (problem) setFailure(problem);
    else app.stores.ui.getState().closeDialog();
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate aria-label="Saved search">
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={isChecked && name.trim() === '' ? 'Give the search a name.' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles.asked}>
        {asked.ok ? describeSearch(asked.value, areaName) : 'What the form asks for cannot be read.'}
      </div>
      {isKnown ? (
        <Checkbox
          label="Ask for what the query form says now"
          description="It then begins anew: its next run asks for everything."
          checked={takesForm}
          onChange={(event) => setTakesForm(event.currentTarget.checked)}
        />
      ) : null}
      <div className={styles.pair}>
        <Select
          label="Runs"
          data={[
            { value: 'manual', label: 'By hand' },
            { value: 'every', label: 'Every so many hours' },
            { value: 'daily', label: 'Daily' },
          ]}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(value === 'every' || value === 'daily' ? value : 'manual')}
        />
        {kind === 'every' ? (
          <TextInput
            label="Hours between runs"
            inputMode="numeric"
            value={hours}
            error={schedule ? undefined : 'Type a whole number from 1 to 720.'}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        ) : null}
        {kind === 'daily' ? (
          <TextInput
            label="Time of day (UTC)"
            placeholder="06:00"
            value={at}
            error={schedule ? undefined : 'Write it as HH:MM, such as 06:30.'}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        ) : null}
      </div>
      {kind === 'manual' ? null : (
        <p className={styles.hint}>
          It runs while Sightline is open and you are signed in. Runs that were missed are made up for once.
        </p>
      )}
      <TextInput
        label="Overlap in minutes"
        description="Each run asks again from so long before the last one, for records that were uploaded late. What is known already is not doubled."
        inputMode="numeric"
        value={overlap}
        error={minutes === undefined ? 'Type a whole number from 0 to 43,200 (30 days).' : undefined}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      />
      {hasLimit ? (
        <Note tone="info">Maximum records is not kept: a saved search always goes on to the end.</Note>
      ) : null}
      {failure ? <FailureNote failure={failure} title="It was not saved." /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={saving}>
          Save
        </Button>
        <Button onClick={() => app.stores.ui.getState().closeDialog()}>Cancel</Button>
      </div>
    </form>
  );
}

function readSchedule(kind: Schedule['kind'], hours: string, at: string): Schedule | undefined {
  const typed = {
    manual: { kind },
    every: { kind, hours: readWhole(hours, 1, 720) },
    daily: { kind, at: at.trim() },
  };
  const schedule = scheduleSchema.safeParse(typed[kind]);
  return schedule.success ? schedule.data : undefined;
}

function readWhole(text: string, least: number, most: number): number | undefined {
  const value = Number(text.trim());
  return /^\d+$/.test(text.trim()) && value >= least && value <= most ? value : undefined;
}
