import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AvailableUpdate } from '../../../shared/settings/updates.ts';
import { useApp } from '../../context/app-context.tsx';
import { useReview, useSession } from '../../context/use-stores.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { currentNotices, type Notice } from './current-notices.ts';
import styles from './notices.module.css';
import { texts } from './texts.ts';

/** The notices that apply now, about connection, service, keychain and workspace. */
export function useNotices(): readonly Notice[] {
  const hostLink = useSession((state) => state.hostLink);
  const session = useSession((state) => state.session);
  const unsaved = useReview((state) => state.unsaved);
  const refusal = useSession((state) => state.hostRefusal);
  return currentNotices(hostLink, session, unsaved, useAvailableUpdate(), refusal);
}

/** The newer version that was found and has not been fetched. */
function useAvailableUpdate(): AvailableUpdate | null {
  const { data } = useQuery(useApp().queries.updates.state.queryOptions());
  return data?.stage.kind === 'available' ? data.stage.update : null;
}

/** The problems to act on, in lines under the header. */
export function Notices() {
  const { commands } = useApp();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const problems = useNotices().filter((notice) => notice.kind === 'problem');
  return (
    <div className={styles.notices}>
      {problems
        .filter(({ text }) => !closed.has(text))
        .map(({ text, details, closable, remedy }) => (
          <div key={text} className={styles.notice} role="alert">
            <span className="grow">
              <FailureText failure={{ message: text, details }} />
            </span>
            {remedy ? (
              <TextButton onClick={() => commands.run(remedy.commandId)}>{remedy.label}</TextButton>
            ) : null}
            {closable ? (
              <CloseButton
                size={18}
                aria-label={texts.notices.dismiss}
                onClick={() => setClosed(new Set([...closed, text]))}
              />
            ) : null}
          </div>
        ))}
    </div>
  );
}
