import { useState } from 'react';
import { useHostKind } from '../../context/use-live-queries.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { appVersion } from './app-version.ts';
import { NoticesDialog } from './notices-dialog.tsx';

const hostNames = { electron: 'its own window (Electron)', browser: 'a browser' } as const;

/** Version, host and licenses. */
export function AboutSection() {
  const hostKind = useHostKind();
  const [showsNotices, setShowsNotices] = useState(false);
  return (
    <>
      <PanelHeading title="About" />
      <FieldRows
        rows={[
          { label: 'Version', value: appVersion },
          { label: 'Runs in', value: hostKind === undefined ? null : hostNames[hostKind] },
        ]}
      />
      <p className="muted">
        Land and borders: Natural Earth, public domain. Map: OpenLayers (BSD-2-Clause). Interface: React,
        Mantine and Tabler Icons (MIT).
      </p>
      <TextButton onClick={() => setShowsNotices(true)}>Licenses of all packages</TextButton>
      <NoticesDialog opened={showsNotices} onClose={() => setShowsNotices(false)} />
    </>
  );
}
