import { Button, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { describeRuns, isScheduled } from '../../../shared/searches/schedule.ts';
import {
  needsArea,
  type WatchCondition,
  type WatchConditionKind,
  type WatchRuleInput,
  watchConditionKinds,
  watchRuleInputSchema,
} from '../../../shared/watch/watch-rule.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useSavedSearches } from '../../context/use-workspace-queries.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { findProblems, ruleForm, saveRule } from './rule-actions.ts';
import { texts } from './texts.ts';
import styles from './watch.module.css';

/** Search, place, expression and condition of a rule, and what it matches already. */
export function RuleForm({
  rule: initial,
  onSaved,
  onCancel,
}: {
  readonly rule: WatchRuleInput;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}) {
  const app = useApp();
  const areas = useAreaList();
  const searches = useSavedSearches().data?.searches ?? [];
  const [rule, setRule] = useTyped(ruleForm(initial), initial);
  const search = searches.find((stored) => stored.search.id === rule.searchId)?.search;
  const [isChecked, setChecked] = useState(false);
  const found = isChecked ? findProblems(rule) : {};
  const { submit, isBusy, failure, problems } = useSubmit(async () => {
    setChecked(true);
    const checked = watchRuleInputSchema.safeParse(rule);
    if (!checked.success) return null;
    const problem = await saveRule(app, checked.data);
    if (problem) return problem;
    forgetTyped(app, ruleForm(initial));
    onSaved();
    return null;
  });
  const change = (part: Partial<WatchRuleInput>) => setRule((before) => ({ ...before, ...part }));
  const problemOf = (field: string) => found[field] ?? problems[field];
  const takeFilter = () => {
    const { expression } = app.stores.results.getState().filter;
    if (expression === undefined) notifyInfo(texts.form.noFilter);
    else change({ expression });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={texts.form.newTitle}>
      <Stack gap="sm">
        <TextInput
          label={texts.form.name}
          placeholder={texts.form.nameExample}
          data-autofocus
          value={rule.name}
          error={problemOf('name')}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        {searches.length === 0 ? <Note tone="warn">{texts.rules.noSearch}</Note> : null}
        <NativeSelect
          label={texts.form.search}
          description={
            search && isScheduled(search) ? texts.form.runs(describeRuns(search)) : texts.form.searchHint
          }
          data={[
            { value: '', label: '' },
            ...searches.map(({ search }) => ({ value: search.id, label: search.name })),
          ]}
          value={rule.searchId}
          error={problemOf('searchId')}
          onChange={({ currentTarget: { value } }) => change({ searchId: value })}
        />
        {search && !isScheduled(search) ? (
          <Note tone="warn">
            {search.schedule.kind === 'manual' ? texts.form.notScheduled : texts.form.paused}
          </Note>
        ) : null}
        <NativeSelect
          label={texts.form.area}
          data={[
            { value: '', label: texts.form.everywhere },
            ...areas.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={rule.areaId ?? ''}
          error={problemOf('areaId')}
          onChange={({ currentTarget: { value } }) => {
            const site = areas.find(({ id }) => id === value)?.site;
            change({ areaId: value === '' ? null : value, ...(site ? { minShare: site.minShare } : {}) });
          }}
        />
        <Textarea
          label={texts.form.expression}
          description={texts.form.expressionHint}
          placeholder={texts.form.expressionExample}
          autosize
          value={rule.expression ?? ''}
          error={problemOf('expression')}
          onChange={({ currentTarget: { value } }) =>
            change({ expression: value.trim() === '' ? undefined : value })
          }
        />
        <div>
          <TextButton onClick={takeFilter}>{texts.form.takeFilter}</TextButton>
        </div>
        <ConditionFields rule={rule} problemOf={problemOf} change={change} />
        <Preview rule={rule} refusal={failure} />
        {failure ? <FailureNote failure={failure} title={texts.form.notSaved} /> : null}
        <Group gap="xs">
          <Button type="submit" variant="filled" loading={isBusy}>
            {texts.form.save}
          </Button>
          <Button onClick={onCancel}>{texts.form.cancel}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** When the rule fires. */
function ConditionFields({
  rule,
  problemOf,
  change,
}: {
  readonly rule: WatchRuleInput;
  readonly problemOf: (field: string) => string | undefined;
  readonly change: (part: Partial<WatchRuleInput>) => void;
}) {
  const { condition } = rule;
  const changeCondition = (part: Partial<Extract<WatchCondition, { kind: 'count' }>>) => {
    if (condition.kind === 'count') change({ condition: { ...condition, ...part } });
  };
  return (
    <>
      <NativeSelect
        label={texts.form.condition}
        data={watchConditionKinds.map((kind) => ({ value: kind, label: texts.form.conditions[kind] }))}
        value={condition.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = watchConditionKinds.find((each) => each === value) ?? 'any';
          change({ condition: conditionOf(kind) });
        }}
      />
      {condition.kind === 'count' ? (
        <Group gap="sm" grow align="flex-start">
          <NumberInput
            label={texts.form.least}
            min={1}
            value={condition.least}
            error={problemOf('condition.least')}
            onChange={(value) => changeCondition({ least: Number(value) })}
          />
          <NumberInput
            label={texts.form.looks}
            min={1}
            value={condition.looks}
            error={problemOf('condition.looks')}
            onChange={(value) => changeCondition({ looks: Number(value) })}
          />
        </Group>
      ) : null}
      {condition.kind === 'count' && condition.looks > 1 ? (
        <p className={styles.facts}>{texts.form.looksHint}</p>
      ) : null}
      {needsArea(condition) ? (
        <NumberInput
          label={texts.form.minShare}
          min={1}
          max={100}
          value={Math.round((rule.minShare ?? 1) * 100)}
          error={problemOf('minShare')}
          onChange={(value) => change({ minShare: Number(value) / 100 })}
        />
      ) : null}
    </>
  );
}

function conditionOf(kind: WatchConditionKind): WatchCondition {
  return kind === 'count' ? { kind, least: 1, looks: 2 } : { kind };
}

/** Delay after the last change before it is counted, in milliseconds. */
const previewDelayMs = 350;

/**
 * Number of present detections that the rule matches, or why not, unless its saving was refused for the same reason.
 */
function Preview({
  rule,
  refusal,
}: {
  readonly rule: WatchRuleInput;
  readonly refusal: Failure | null | undefined;
}) {
  const { queries } = useApp();
  // What is not typed yet does not change what it matches.
  const [counted] = useDebouncedValue(
    { ...rule, name: 'preview', condition: { kind: 'any' as const } },
    previewDelayMs,
  );
  const checked = watchRuleInputSchema.safeParse(counted).data;
  const { data, error, isPending, refetch } = useQuery(
    queries.watch.preview.queryOptions(checked ?? skipToken),
  );
  if (!checked) return null;
  if (error) {
    const failure = toFailure(error);
    if (failure.message === refusal?.message) return null;
    // Another try does not correct a rule.
    if (failure.code === 'not-found') return <FailureNote failure={failure} title={texts.form.notCounted} />;
    return <QueryState query={{ error, refetch }} title={texts.form.notCounted} />;
  }
  if (isPending) return <p className={styles.facts}>{texts.form.counting}</p>;
  if (!data) return null;
  const { matching, all } = data;
  const { kind } = rule.condition;
  if (all === 0) return <Note>{texts.form.nothingFetched}</Note>;
  if (matching === all && kind === 'any') return <Note tone="warn">{texts.form.matchesAll(all)}</Note>;
  return (
    <p className={styles.facts} role="status">
      {texts.form.matches(matching, all)} {texts.form.notReported[kind]}
    </p>
  );
}
