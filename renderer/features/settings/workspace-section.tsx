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
import { WorkspaceName } from './workspace-name.tsx';

const actions = [
  ['workspace.save-copy', 'Save a copy…'],
  ['workspace.compact', 'Compact…'],
  ['workspace.open', 'Open another…'],
  ['workspace.rebuild', 'Rebuild from raw records…'],
  ['package.export', 'Export case package…'],
  ['package.open', 'Open case package…'],
] as const;

/** The open workspace file, and the actions for the whole file. */
export function WorkspaceSection() {
  const { commands, stores } = useApp();
  const state = useSession(({ session }) => session?.workspace);
  return (
    <>
      <PanelHeading title="Workspace" />
      {state === 'none' ? (
        <p className="muted">No workspace is open. Sign in once to create one.</p>
      ) : (
        <Overview />
      )}
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
      <p className="muted">
        The workspace is an OGC GeoPackage. QGIS, GDAL and ArcGIS can open a copy of it directly. A copy can
        be saved while a fetch runs.
      </p>
    </>
  );
}

function Overview() {
  const { data, error, refetch } = useWorkspaceOverview();
  const networkDrive = useSession(({ session }) => session?.workspaceNetworkDrive);
  if (error) {
    return (
      <FailureNote failure={toFailure(error)} title="The file was not read." onRetry={() => void refetch()} />
    );
  }
  if (!data) return <LoadingState label="Loading the workspace file…" />;
  const { name, path, bytes, unusedBytes, counts, schemaVersion, readOnly } = data;
  return (
    <FieldRows
      rows={[
        { label: 'Name', value: <WorkspaceName name={name} canChange={readOnly === null} /> },
        { label: 'File', value: path },
        {
          label: 'Size',
          value: `${formatBytes(bytes)}${unusedBytes > 0 ? `, of which ${formatBytes(unusedBytes)} unused` : ''}`,
        },
        ...(networkDrive === undefined
          ? []
          : [
              {
                label: 'Drive',
                value: `Network (${networkDrive})`,
                tip: 'The file has a rollback journal: SQLite’s write-ahead log is not safe on a network drive',
              },
            ]),
        { label: 'Contents', value: describeWorkspaceCounts(counts) },
        {
          label: 'Schema',
          value: `${schemaVersion}${readOnly === null ? '' : ', read-only'}`,
          tip: 'The version of the tables in the file',
        },
      ]}
    />
  );
}
