import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useReview, useSession } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { currentNotices } from './current-notices.ts';
import styles from './notices.module.css';

/** The notices about connection, service, keychain and workspace, in lines under the header. */
export function Notices() {
  const { commands } = useApp();
  const hostLink = useSession((state) => state.hostLink);
  const session = useSession((state) => state.session);
  const unsaved = useReview((state) => state.unsaved);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const notices = currentNotices(hostLink, session, unsaved).filter(({ text }) => !closed.has(text));
  return (
    <div className={styles.notices}>
      {notices.map(({ text, tone, closable, remedy }) => (
        <div key={text} className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
          <span className="grow">{text}</span>
          {remedy ? (
            <TextButton onClick={() => commands.run(remedy.commandId)}>{remedy.label}</TextButton>
          ) : null}
          {closable ? (
            <CloseButton
              size={18}
              aria-label="Dismiss this notice"
              onClick={() => setClosed(new Set([...closed, text]))}
            />
          ) : null}
        </div>
      ))}
    </div>
  );
}
