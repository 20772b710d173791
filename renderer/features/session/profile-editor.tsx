import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Failure, fail } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { useApp } from '../../context/app-context.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { checkProfile, type ProfileFields, type ProfileProblems, profileFields } from './check-profile.ts';
import { selectProfile } from './select-profile.ts';
import styles from './sign-in.module.css';

/** The form that changes `profile` or, without one, adds a profile and selects it. */
export function ProfileEditor({
  profile,
  onDone,
}: {
  readonly profile?: Profile;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [fields, setFields] = useState<ProfileFields>(() => profileFields(profile));
  const { submit, isBusy, failure, problems, clear } = useSubmit(async () => {
    const checked = checkProfile(fields);
    if (!checked.ok) return toFormFailure(checked.problems);
    const saved = await app.api.session.saveProfile.mutate({
      ...checked.form,
      ...(profile && { id: profile.id }),
    });
    if (!saved.ok) return saved.failure;
    const notSelected = profile ? null : await selectProfile(app, saved.value.id);
    if (!notSelected) onDone();
    return notSelected;
  });
  const change = (changed: Partial<ProfileFields>) => {
    setFields({ ...fields, ...changed });
    clear(Object.keys(changed));
  };

  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={profile ? 'Edit profile' : 'New profile'}
    >
      <TextInput
        label="Name"
        placeholder="Operations"
        value={fields.name}
        error={problems.name}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Base address"
        placeholder="https://api.example.org"
        inputMode="url"
        value={fields.baseUrl}
        error={problems.baseUrl}
        onChange={(event) => change({ baseUrl: event.currentTarget.value })}
      />
      <TextInput
        label="Image address"
        placeholder="https://images.example.org"
        inputMode="url"
        value={fields.imageBaseUrl}
        error={problems.imageBaseUrl}
        onChange={(event) => change({ imageBaseUrl: event.currentTarget.value })}
      />
      <TextInput
        label="Brand"
        description="The operator’s name as it appears before _udp_analyticgeojsonrecord in queries."
        value={fields.brand}
        error={problems.brand}
        onChange={(event) => change({ brand: event.currentTarget.value })}
      />
      <details>
        <summary className="muted">Advanced</summary>
        <div className={styles.form} style={{ paddingTop: 8 }}>
          <Checkbox
            label="Wrap the query in braces"
            description="Only if the service refuses queries without them."
            checked={fields.bracedQueryBody}
            onChange={(event) => change({ bracedQueryBody: event.currentTarget.checked })}
          />
          <Checkbox
            label="Send the token with image requests"
            description="Only if images are refused and the image address belongs to the service."
            checked={fields.sendTokenToImages}
            onChange={(event) => change({ sendTokenToImages: event.currentTarget.checked })}
          />
        </div>
      </details>
      {failure && !failure.problems ? (
        <FailureNote failure={failure} title="The profile was not saved." />
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={isBusy}>
          Save profile
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

function toFormFailure(problems: ProfileProblems): Failure {
  const found = Object.entries(problems).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, value: '', message }],
  );
  return fail('invalid-input', 'Some fields are invalid.', { problems: found }).failure;
}
