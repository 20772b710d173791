import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** A line of text with a button that turns it into a field. `onSave` resolves with why the text was not saved. */
export function EditableLine({
  value,
  none,
  label,
  change,
  description,
  maxLength,
  mayBeEmpty = false,
  canChange,
  onSave,
}: {
  readonly value: string;
  /** Shown where the line is empty. */
  readonly none: string;
  readonly label: string;
  /** The text of the button. */
  readonly change: string;
  readonly description?: string;
  readonly maxLength?: number;
  readonly mayBeEmpty?: boolean;
  readonly canChange: boolean;
  readonly onSave: (text: string) => Promise<Failure | null>;
}) {
  const [draft, setDraft] = useState<string>();
  const { submit, isBusy, failure, clear } = useSubmit(async () => {
    const problem = await onSave(draft ?? '');
    if (!problem) setDraft(undefined);
    return problem;
  });
  if (draft === undefined) {
    return (
      <>
        <bdi>{value === '' ? none : value}</bdi>{' '}
        {canChange ? <TextButton onClick={() => setDraft(value)}>{change}</TextButton> : null}
      </>
    );
  }
  return (
    <form onSubmit={submit} aria-label={label}>
      <TextInput
        aria-label={label}
        description={description}
        dir="auto"
        value={draft}
        {...(maxLength === undefined ? {} : { maxLength })}
        autoFocus
        error={failure && <FailureText failure={failure} />}
        onChange={(event) => {
          clear();
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          clear();
          setDraft(undefined);
        }}
      />
      <Button
        type="submit"
        size="compact-xs"
        mt={4}
        loading={isBusy}
        disabled={!mayBeEmpty && draft.trim() === ''}
      >
        {texts.workspace.saveLine}
      </Button>
    </form>
  );
}
