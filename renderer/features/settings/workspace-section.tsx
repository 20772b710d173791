import { Button } from '@mantine/core';
import { formatBytes } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { useWorkspaceOverview } from '../../context/use-workspace-files.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';

import { PanelHeading } from '../../ui/panel-heading.tsx';
import styles from './settings.module.css';
import { texts } from './texts.ts';
import { WorkspaceName } from './workspace-name.tsx';

const actions = [
  ['workspace.save-copy', texts.workspace.copy],
  ['workspace.compact', texts.workspace.compact],
  ['workspace.open', texts.workspace.open],
  ['workspace.rebuild', texts.workspace.rebuild],
  ['package.export', texts.workspace.exportPackage],
  ['package.open', texts.workspace.openPackage],
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
  const { data, error, refetch } = useWorkspaceOverview();
  const networkDrive = useSession(({ session }) => session?.workspaceNetworkDrive);
  if (error) {
    return (
      <FailureNote
        failure={toFailure(error)}
        title={texts.workspace.notRead}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LoadingState label={texts.workspace.loading} />;
  const { name, path, bytes, unusedBytes, counts, schemaVersion, readOnly, safetyCopySavedAt } = data;
  return (
    <FieldRows
      rows={[
        { label: texts.workspace.name, value: <WorkspaceName name={name} canChange={readOnly === null} /> },
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
