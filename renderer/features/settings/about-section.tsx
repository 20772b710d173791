import { useState } from 'react';
import packageText from '../../../package.json?raw';
import { useHostKind } from '../../context/use-live-queries.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { NoticesDialog } from './notices-dialog.tsx';
import { texts } from './texts.ts';

const { version } = JSON.parse(packageText) as { version: string };
const hostNames = { electron: texts.about.ownWindow, browser: texts.about.browser } as const;

/** Version, host and licenses. */
export function AboutSection() {
  const hostKind = useHostKind();
  const [showsNotices, setShowsNotices] = useState(false);
  return (
    <>
      <PanelHeading title={texts.about.title} />
      <FieldRows
        rows={[
          { label: texts.about.version, value: version },
          { label: texts.about.host, value: hostKind === undefined ? null : hostNames[hostKind] },
        ]}
      />
      <p className="muted">{texts.about.sources}</p>
      <TextButton onClick={() => setShowsNotices(true)}>{texts.about.licenses}</TextButton>
      <NoticesDialog opened={showsNotices} onClose={() => setShowsNotices(false)} />
    </>
  );
}
