import { useSession } from '../../context/use-stores.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { appVersion } from './app-version.ts';

const hostNames = { electron: 'its own window (Electron)', browser: 'a browser' } as const;

/** Version, host and licenses. */
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
        Mantine and Tabler Icons (MIT). The license of each component is in its package.
      </p>
    </>
  );
}
