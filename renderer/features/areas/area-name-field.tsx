import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Area, areaSchema } from '../../../shared/areas/area.ts';
import { fail } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { renameArea } from './area-commands.ts';
import styles from './areas.module.css';
import { texts } from './texts.ts';

/**
 * A text field for an area's name: Enter saves, Escape and blur cancel. `returnsFocus` is false when the user has moved
 * the focus elsewhere.
 */
export function AreaNameField({
  area,
  onDone,
}: {
  readonly area: Area;
  onDone(returnsFocus: boolean): void;
}) {
  const app = useApp();
  const [name, setName] = useState(area.name);
  const field = useRef<HTMLInputElement>(null);
  const { submit, isBusy, failure, setFailure } = useSubmit(async (checkedName: string) => {
    const problem = await renameArea(app, area.id, checkedName);
    // A disabled field may lose the focus to the body.
    if (!problem)
      onDone(document.activeElement === field.current || document.activeElement === document.body);
    return problem;
  });

  const save = () => {
    const checked = areaSchema.shape.name.safeParse(name);
    if (checked.success) submit(undefined, checked.data);
    // Not by submitting, because the field would be disabled for a moment and lose the focus.
    else setFailure(fail('invalid-input', checked.error.issues[0]?.message ?? texts.names.missing).failure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') onDone(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.rename}>
      <TextInput
        ref={field}
        aria-label={texts.names.newName(area.name)}
        // The field appears because the user chose to rename.
        autoFocus
        value={name}
        error={failure && <FailureText failure={failure} />}
        disabled={isBusy}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isBusy && failure === null) onDone(false);
        }}
      />
      <span className="muted">{texts.names.hint}</span>
    </div>
  );
}
