import { Button, Group } from '@mantine/core';
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
import { Form, type FormRow } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
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
  const state = useTyped(ruleForm(initial), initial);
  const [rule] = state;
  const search = searches.find((stored) => stored.search.id === rule.searchId)?.search;
  const [isChecked, setChecked] = useState(false);
  const found = isChecked ? findProblems(rule) : {};
  const form = useFields(state, async () => {
    setChecked(true);
    const checked = watchRuleInputSchema.safeParse(rule);
    if (!checked.success) return null;
    const problem = await saveRule(app, checked.data);
    if (problem) return problem;
    forgetTyped(app, ruleForm(initial));
    onSaved();
    return null;
  });
  const { change, isBusy, failure } = form;
  const checked = { ...form, problems: { ...form.problems, ...found } };
  const takeFilter = () => {
    const { expression } = app.stores.results.getState().filter;
    if (expression === undefined) notifyInfo(texts.form.noFilter);
    else change({ expression });
  };
  return (
    <Form
      form={checked}
      label={texts.form.newTitle}
      gap="sm"
      rows={[
        {
          ...{ kind: 'text', name: 'name', label: texts.form.name, 'data-autofocus': true },
          placeholder: texts.form.nameExample,
        },
        searches.length === 0 ? (
          <Note key="no search" tone="warn">
            {texts.rules.noSearch}
          </Note>
        ) : null,
        {
          ...{ kind: 'native-choice', name: 'searchId', label: texts.form.search },
          hint: search && isScheduled(search) ? texts.form.runs(describeRuns(search)) : texts.form.searchHint,
          data: [
            { value: '', label: '' },
            ...searches.map(({ search }) => ({ value: search.id, label: search.name })),
          ],
        },
        search && !isScheduled(search) ? (
          <Note key="not scheduled" tone="warn">
            {search.schedule.kind === 'manual' ? texts.form.notScheduled : texts.form.paused}
          </Note>
        ) : null,
        {
          ...{ kind: 'native-choice', name: 'areaId', label: texts.form.area },
          data: [
            { value: '', label: texts.form.everywhere },
            ...areas.map(({ id, name }) => ({ value: id, label: name })),
          ],
          value: rule.areaId ?? '',
          onChange(value: string) {
            const site = areas.find(({ id }) => id === value)?.site;
            change({ areaId: value === '' ? null : value, ...(site ? { minShare: site.minShare } : {}) });
          },
        },
        {
          ...{ kind: 'long-text', name: 'expression', label: texts.form.expression },
          ...{ hint: texts.form.expressionHint, placeholder: texts.form.expressionExample },
          value: rule.expression ?? '',
          onChange: (value: string) => change({ expression: value.trim() === '' ? undefined : value }),
        },
        <div key="filter">
          <TextButton onClick={takeFilter}>{texts.form.takeFilter}</TextButton>
        </div>,
        ...conditionRows(rule, change),
      ]}
    >
      <Preview rule={rule} refusal={failure} />
      {failure ? <FailureNote failure={failure} title={texts.form.notSaved} /> : null}
      <Group gap="xs">
        <PrimaryButton type="submit" loading={isBusy}>
          {texts.form.save}
        </PrimaryButton>
        <Button onClick={onCancel}>{texts.form.cancel}</Button>
      </Group>
    </Form>
  );
}

/** When the rule fires. */
function conditionRows(
  { condition, minShare }: WatchRuleInput,
  change: (part: Partial<WatchRuleInput>) => void,
): readonly FormRow<WatchRuleInput>[] {
  const count = condition.kind === 'count' ? condition : null;
  const countRow = (name: 'least' | 'looks') =>
    count && {
      ...({ kind: 'number', name: `condition.${name}`, label: texts.form[name], min: 1 } as const),
      value: count[name],
      onChange: (value: number | string) => change({ condition: { ...count, [name]: Number(value) } }),
    };
  return [
    {
      ...{ kind: 'native-choice', name: 'condition', label: texts.form.condition, value: condition.kind },
      data: watchConditionKinds.map((kind) => ({ value: kind, label: texts.form.conditions[kind] })),
      onChange: (value: string) =>
        change({ condition: conditionOf(watchConditionKinds.find((each) => each === value) ?? 'any') }),
    },
    count && { kind: 'beside', gap: 'sm', rows: [countRow('least'), countRow('looks')] },
    count && count.looks > 1 ? (
      <p key="looks" className={styles.facts}>
        {texts.form.passesHint}
      </p>
    ) : null,
    {
      ...{ kind: 'number', name: 'minShare', label: texts.form.minShare, shownIf: needsArea(condition) },
      ...{ min: 1, max: 100, value: Math.round((minShare ?? 1) * 100) },
      onChange: (value: number | string) => change({ minShare: Number(value) / 100 }),
    },
  ];
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
