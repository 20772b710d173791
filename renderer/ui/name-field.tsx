import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';

/** Asks for a name: Enter hands it to `keep`, which answers the failure, if it is one; Escape leaves all as it was. */
export function NameField({
  label,
  first,
  keep,
  onDone,
}: {
  readonly label: string;
  /** What stands there at first. */
  readonly first: string;
  keep(name: string): Promise<Failure | null>;
  onDone(): void;
}) {
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const failure = await keep(name);
    setSaving(false);
    if (failure) setProblem(failure.message);
    else onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      label={label}
      description="Enter saves, Escape cancels."
      // The field appears because the analyst asked to type a name.
      autoFocus
      value={name}
      error={problem}
      disabled={saving}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
