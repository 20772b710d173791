import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import packageText from '../../../package.json?raw';
import { useHostKind } from '../../context/use-live-queries.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './settings.module.css';
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

/** The licenses of all packages that the app contains. */
function NoticesDialog(props: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal {...props} title={texts.about.licensesTitle} size={760}>
      {props.opened ? <Notices /> : null}
    </Modal>
  );
}

function Notices() {
  const { data, error, refetch } = useQuery({ queryKey: ['notices'], queryFn: fetchNotices });
  if (error || data === undefined)
    return <QueryState query={{ error, refetch }} loading={texts.about.licensesLoading} />;
  return (
    <section aria-label={texts.about.licensesText}>
      <pre className={styles.notices}>{data}</pre>
    </section>
  );
}

/** Fetches the licenses. `npm run build` writes the file; in development it does not exist. */
async function fetchNotices(): Promise<string> {
  const response = await fetch('/third-party-notices.txt');
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  if (!response.ok || !isText) throw new Error(texts.about.licensesMissing);
  return response.text();
}
