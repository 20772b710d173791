import { Button } from '@mantine/core';
import { FailureNote } from '../../ui/failure-note.tsx';
import type { FormSubmission } from '../../ui/use-submit.ts';

/** The end of a form: why it was not saved, unless its fields show that, and the button that saves it. */
export function FormEnd({
  submission: { failure, isBusy },
  notSaved,
  save,
}: {
  readonly submission: Pick<FormSubmission<[]>, 'failure' | 'isBusy'>;
  readonly notSaved: string;
  readonly save: string;
}) {
  return (
    <>
      {failure && !failure.problems ? <FailureNote failure={failure} title={notSaved} /> : null}
      <Button type="submit" loading={isBusy} style={{ alignSelf: 'flex-start' }}>
        {save}
      </Button>
    </>
  );
}
