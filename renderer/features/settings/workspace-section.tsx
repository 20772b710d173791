import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes } from '../../../shared/format.ts';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useIsTyped, useTyped } from '../../context/typed-forms.ts';
import { useMarking } from '../../context/use-live-queries.ts';
import { useSession } from '../../context/use-stores.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './settings.module.css';
import { texts } from './texts.ts';

const actions = [
  ['workspace.save-copy', texts.workspace.copy],
  ['workspace.compact', texts.workspace.compact],
  ['workspace.open', texts.workspace.open],
  ['workspace.rebuild', texts.workspace.rebuild],
  ['case.export', texts.workspace.exportCase],
  ['case.import', texts.workspace.importCase],
] as const;

/** The open workspace file, and the actions for the whole file. */
export function WorkspaceSection() {
  const { commands, stores } = useApp();
  const state = useSession(({ session }) => session?.workspace);
  return (
    <>
      <PanelHeading title={texts.workspace.title} />
      {state === 'none' ? <p className="muted">{texts.workspace.none}</p> : <Overview />}
      <div className={styles.buttons}>
        {actions.map(([id, label]) => {
          const enabled = commands.byId(id)?.enabled?.() ?? true;
          return (
            <Button
              key={id}
              size="compact-sm"
              disabled={enabled !== true}
              title={enabled === true ? undefined : enabled}
              onClick={() => {
                stores.ui.getState().closeDialog();
                commands.run(id);
              }}
            >
              {label}
            </Button>
          );
        })}
      </div>
      <p className="muted">{texts.workspace.about}</p>
    </>
  );
}

function Overview() {
  const { api } = useApp();
  const { data, error, refetch } = useQuery(useApp().queries.workspace.overview.queryOptions());
  const marking = useMarking();
  const rename = async (text: string) => {
    const renamed = await api.workspace.rename.mutate(text);
    if (!renamed.ok) return renamed.failure;
    await refetch();
    return null;
  };
  const setMarking = async (text: string) => {
    const saved = await api.workspace.setMarking.mutate(text);
    return saved.ok ? null : saved.failure;
  };
  const networkDrive = useSession(({ session }) => session?.workspaceNetworkDrive);
  if (error || !data) {
    const { notRead, loading } = texts.workspace;
    return <QueryState query={{ error, refetch }} title={notRead} loading={loading} />;
  }
  const { name, path, bytes, unusedBytes, counts, schemaVersion, readOnly, safetyCopySavedAt } = data;
  return (
    <FieldRows
      rows={[
        {
          label: texts.workspace.name,
          value: (
            <EditableLine
              value={name ?? ''}
              none={texts.workspace.unnamed}
              label={texts.workspace.name}
              change={texts.workspace.rename}
              maxLength={80}
              canChange={readOnly === null}
              onSave={rename}
            />
          ),
        },
        {
          label: texts.workspace.marking,
          value: (
            <EditableLine
              value={marking}
              none={texts.workspace.noMarking}
              label={texts.workspace.marking}
              change={texts.workspace.changeMarking}
              description={texts.workspace.markingHint}
              mayBeEmpty
              canChange={readOnly === null}
              onSave={setMarking}
            />
          ),
          tip: texts.workspace.markingHint,
        },
        { label: texts.workspace.file, value: path },
        {
          label: texts.workspace.size,
          value: `${formatBytes(bytes)}${unusedBytes > 0 ? texts.workspace.unused(unusedBytes) : ''}`,
        },
        ...(networkDrive === undefined
          ? []
          : [
              {
                label: texts.workspace.drive,
                value: texts.workspace.networkDrive(networkDrive),
                tip: texts.workspace.networkDriveHint,
              },
            ]),
        { label: texts.workspace.contents, value: describeWorkspaceCounts(counts) },
        {
          label: texts.workspace.safetyCopy,
          value: texts.workspace.safetyCopyAge(safetyCopySavedAt, Date.now()),
          tip: texts.workspace.safetyCopyHint,
        },
        {
          label: texts.workspace.schema,
          value: `${schemaVersion}${readOnly === null ? '' : texts.workspace.readOnly}`,
          tip: texts.workspace.schemaHint,
        },
      ]}
    />
  );
}

/** A line of text with a button that turns it into a field. `onSave` resolves with why the text was not saved. */
function EditableLine({
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
  const app = useApp();
  const id = `workspace ${label}`;
  const [isOpen, setOpen] = useState(false);
  const isTyped = useIsTyped(id);
  const [draft, setDraft] = useTyped(id, value);
  const { submit, isBusy, failure, clear } = useSubmit(async () => {
    const problem = await onSave(draft);
    if (problem) return problem;
    forgetTyped(app, id);
    setOpen(false);
    return null;
  });
  if (!isOpen && !isTyped) {
    return (
      <>
        <bdi>{value === '' ? none : value}</bdi>{' '}
        {canChange ? <TextButton onClick={() => setOpen(true)}>{change}</TextButton> : null}
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
          setOpen(false);
          discardTyped(app, {
            id,
            what: `“${label}”`,
            show: () => app.stores.ui.getState().openSettings('workspace'),
          });
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
