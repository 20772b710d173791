import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Failure } from '../../shared/result.ts';
import { FailureText } from './failure-text.tsx';
import { useSubmit } from './use-submit.ts';

/** A text field for a name: Enter calls `save`, which returns a failure or null. */
export function NameField({
  label,
  name,
  onChange,
  save,
  onSaved,
  onCancel,
}: {
  readonly label: string;
  readonly name: string;
  onChange(name: string): void;
  save(name: string): Promise<Failure | null>;
  onSaved(): void;
  /** Called at Escape. */
  onCancel(): void;
}) {
  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await save(name);
    if (problem === null) onSaved();
    return problem;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      label={label}
      description="Enter saves, Escape cancels."
      // The field appears because the user chose to rename.
      autoFocus
      value={name}
      error={failure && <FailureText failure={failure} />}
      disabled={isBusy}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
