import type { SessionState } from '../../../shared/session/session-state.ts';
import { useChipStats } from '../../api/use-chip-stats.ts';
import { useSession } from '../../app/use-stores.ts';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatBytes, formatQuantity } from '../../components/format.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';

const workspaceStates = { open: 'open', 'read-only': 'open, read-only', none: 'none open' } as const;

/** Where data lies and who keeps the sign-in. */
export function StorageSection() {
  const session = useSession((state) => state.session);
  const chips = useChipStats();
  return (
    <>
      <PanelHeading title="Where your data is stored" />
      <FieldRows
        rows={[
          { label: 'Workspace', value: session && workspaceStates[session.workspace] },
          { label: 'File', value: session?.workspacePath },
          {
            label: 'Chip cache',
            value: chips.data
              ? `${formatQuantity(chips.data.files, 'chip')}, ${formatBytes(chips.data.bytes)}`
              : chips.error?.message,
          },
          { label: 'Sign-in', value: session && describeTokenStorage(session) },
        ]}
      />
      <p className="muted">
        The workspace is an OGC GeoPackage. QGIS, GDAL and ArcGIS can open a copy of it directly.
      </p>
    </>
  );
}

function describeTokenStorage({ tokenStorage, keychainProblem }: SessionState): string {
  switch (tokenStorage) {
    case 'keychain':
      return 'kept in this computer’s keychain';
    case 'memory':
      return `forgotten when Sightline closes: ${keychainProblem ?? 'the keychain cannot be used'}`;
    case 'none':
      return keychainProblem ? `signed out. ${keychainProblem}` : 'signed out';
  }
}
