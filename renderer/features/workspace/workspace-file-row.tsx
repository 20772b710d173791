import { formatBytes, formatUtc } from '../../../shared/format.ts';
import type { WorkspaceFile } from '../../../shared/workspace/workspace-file.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { TextButton } from '../../ui/text-button.tsx';

import styles from './workspace.module.css';

const ownerTexts = { account: '', other: 'another account’s', 'set-aside': 'set aside' } as const;

/** A workspace file: its contents, and buttons to open or recover it. */
export function WorkspaceFileRow({
  file,
  disabled,
  onOpen,
  onRecover,
}: {
  readonly file: WorkspaceFile;
  readonly disabled: boolean;
  readonly onOpen: () => void;
  readonly onRecover: () => void;
}) {
  const { inspection, fileName, isOpen, bytes, changedAt, belongs } = file;
  const title = (inspection.kind === 'workspace' ? inspection.name : null) ?? fileName;
  const facts = [
    ...(title === fileName ? [] : [fileName]),
    formatBytes(bytes),
    `changed ${formatUtc(changedAt)}`,
    ...(ownerTexts[belongs] ? [ownerTexts[belongs]] : []),
  ];
  return (
    <li className={styles.file} data-open={isOpen || undefined} aria-label={title}>
      <span className={styles.name}>{title}</span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.facts}>
        {inspection.kind === 'workspace' ? describeWorkspaceCounts(inspection.counts) : inspection.reason}
      </span>
      <span className={styles.fileActions}>
        {isOpen ? <span className="muted">open</span> : null}
        {!isOpen && inspection.kind === 'workspace' ? (
          <TextButton aria-label={`Open ${title}`} disabled={disabled} onClick={onOpen}>
            Open
          </TextButton>
        ) : null}
        {inspection.kind === 'damaged' ? (
          <TextButton aria-label={`Recover ${title}`} disabled={disabled} onClick={onRecover}>
            Recover
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}
