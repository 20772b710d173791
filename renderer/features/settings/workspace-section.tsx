import { Button } from '@mantine/core';
import type { WorkspaceCounts } from '../../../shared/workspace/workspace-file.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatBytes, formatQuantity } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { useWorkspaceOverview } from '../workspace/use-workspace-files.ts';
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

/** The open workspace file, and what can be done with it as a whole. */
export function WorkspaceSection() {
  const { commands } = useApp();
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
              onClick={() => commands.run(id)}
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
  if (error) {
    return (
      <FailureNote failure={toFailure(error)} title="The file was not read." onRetry={() => void refetch()} />
    );
  }
  if (!data) return <LoadingState label="Looking at the workspace file" />;
  const { name, path, bytes, unusedBytes, counts, schemaVersion, readOnly } = data;
  return (
    <FieldRows
      rows={[
        { label: 'Name', value: <WorkspaceName name={name} canChange={readOnly === null} /> },
        { label: 'File', value: path },
        {
          label: 'Size',
          value: `${formatBytes(bytes)}${unusedBytes > 0 ? `, of which ${formatBytes(unusedBytes)} are unused` : ''}`,
        },
        { label: 'Holds', value: describeCounts(counts) },
        {
          label: 'Schema',
          value: `${schemaVersion}${readOnly === null ? '' : ', read-only'}`,
          tip: 'The version of the tables in the file',
        },
      ]}
    />
  );
}

/** What a workspace holds, in words; what it has none of is left out. */
export function describeCounts(counts: WorkspaceCounts): string {
  const parts = [
    formatQuantity(counts.records, 'record'),
    formatQuantity(counts.detections, 'detection'),
    ...(counts.areas > 0 ? [formatQuantity(counts.areas, 'area')] : []),
    ...(counts.orders > 0 ? [formatQuantity(counts.orders, 'order')] : []),
    ...(counts.drafts > 0 ? [formatQuantity(counts.drafts, 'draft')] : []),
    ...(counts.reviews > 0 ? [formatQuantity(counts.reviews, 'review')] : []),
  ];
  return parts.join(' · ');
}
