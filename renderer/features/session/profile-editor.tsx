import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import type { Profile, ProfileForm } from '../../../shared/settings/profile.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { selectProfile } from '../../app/select-profile.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { checkProfile, type ProfileFields, type ProfileProblems, profileFields } from './check-profile.ts';
import styles from './sign-in.module.css';

/** Adds a profile, or changes `profile`. A new one becomes the current one. */
export function ProfileEditor({
  profile,
  onDone,
}: {
  readonly profile?: Profile;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [fields, setFields] = useState<ProfileFields>(() => profileFields(profile));
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  const change = (changed: Partial<ProfileFields>) => {
    setFields({ ...fields, ...changed });
    const cleared = Object.keys(changed).map((name) => [name, undefined] as const);
    setProblems({ ...problems, ...Object.fromEntries(cleared) });
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    const checked = checkProfile(fields);
    if (!checked.ok) {
      setProblems(checked.problems);
      return;
    }
    setBusy(true);
    const outcome = await trySave({ ...checked.form, ...(profile && { id: profile.id }) });
    setBusy(false);
    if (outcome) {
      setFailure(outcome);
      setProblems(Object.fromEntries((outcome.problems ?? []).map(({ field, message }) => [field, message])));
    } else onDone();
  }

  async function trySave(form: ProfileForm): Promise<Failure | null> {
    try {
      const saved = await app.api.session.saveProfile.mutate(form);
      if (!saved.ok) return saved.failure;
      return profile ? null : await selectProfile(app, saved.value.id);
    } catch (error) {
      return toFailure(error);
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={save}
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
        description="The operator’s name as it stands before _udp_analyticgeojsonrecord in queries."
        value={fields.brand}
        error={problems.brand}
        onChange={(event) => change({ brand: event.currentTarget.value })}
      />
      <details>
        <summary className="muted">Advanced</summary>
        <div className={styles.form} style={{ paddingTop: 8 }}>
          <Checkbox
            label="Put braces around the query"
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
      {failure ? <FailureNote failure={failure} title="The profile was not saved." /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={busy}>
          Save profile
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
