import { useSession } from '../../app/use-stores.ts';
import { FieldRows } from '../../components/field-rows.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { appVersion } from './app-version.ts';

const hostNames = { electron: 'its own window (Electron)', browser: 'a browser' } as const;

/** What this program is and whose work it stands on. */
export function AboutSection() {
  const hostKind = useSession((state) => state.hostKind);
  return (
    <>
      <PanelHeading title="About" />
      <FieldRows
        rows={[
          { label: 'Version', value: appVersion },
          { label: 'Runs in', value: hostKind === null ? null : hostNames[hostKind] },
        ]}
      />
      <p className="muted">
        Land and borders: Natural Earth, public domain. Map: OpenLayers (BSD-2-Clause). Interface: React,
        Mantine and Tabler Icons (MIT). The licence of each component is in its package.
      </p>
    </>
  );
}
