import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Failure } from '../../shared/result.ts';
import { FailureText } from './failure-text.tsx';
import { useSubmit } from './use-submit.ts';

/** A text field for a name: Enter calls `save`, which returns a failure or null; Escape cancels. */
export function NameField({
  label,
  initialName,
  save,
  onDone,
}: {
  readonly label: string;
  /** The initial value. */
  readonly initialName: string;
  save(name: string): Promise<Failure | null>;
  onDone(): void;
}) {
  const [name, setName] = useState(initialName);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await save(name);
    if (problem === null) onDone();
    return problem;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') onDone();
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
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
