import type { WorkspaceFile } from '../../../shared/workspace/workspace-file.ts';
import { formatBytes, formatUtc } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import { describeCounts } from '../settings/workspace-section.tsx';
import styles from './workspace.module.css';

const belongings = { account: '', other: 'another account’s', 'set-aside': 'set aside' } as const;

/** One workspace file: what it holds, and the ways to open or rescue it. */
export function WorkspaceFileRow({
  file,
  disabled,
  onOpen,
  onRescue,
}: {
  readonly file: WorkspaceFile;
  readonly disabled: boolean;
  readonly onOpen: () => void;
  readonly onRescue: () => void;
}) {
  const { look, fileName, isOpen, bytes, changedAt, belongs } = file;
  const title = (look.kind === 'workspace' ? look.name : null) ?? fileName;
  const facts = [
    ...(title === fileName ? [] : [fileName]),
    formatBytes(bytes),
    `changed ${formatUtc(changedAt)}`,
    ...(belongings[belongs] ? [belongings[belongs]] : []),
  ];
  return (
    <li className={styles.file} data-open={isOpen || undefined} aria-label={title}>
      <span className={styles.name}>{title}</span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.facts}>
        {look.kind === 'workspace' ? describeCounts(look.counts) : look.reason}
      </span>
      <span className={styles.fileActions}>
        {isOpen ? <span className="muted">open</span> : null}
        {!isOpen && look.kind === 'workspace' ? (
          <TextButton aria-label={`Open ${title}`} disabled={disabled} onClick={onOpen}>
            Open
          </TextButton>
        ) : null}
        {look.kind === 'damaged' ? (
          <TextButton aria-label={`Rescue ${title}`} disabled={disabled} onClick={onRescue}>
            Rescue
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}
