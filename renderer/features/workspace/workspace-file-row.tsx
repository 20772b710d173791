import { formatBytes } from '../../../shared/format.ts';
import type { WorkspaceFile } from '../../../shared/workspace/workspace-file.ts';
import { useSession } from '../../context/use-stores.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

const ownerTexts = { account: '', other: texts.file.otherAccount, 'set-aside': texts.file.setAside } as const;

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
  const isInPlace = useSession((state) => state.session?.workspaceMissing !== undefined);
  const { inspection, fileName, isOpen, bytes, changedAt, belongs } = file;
  const title = (inspection.kind === 'workspace' ? inspection.name : null) ?? fileName;
  const facts = [
    ...(title === fileName ? [] : [fileName]),
    formatBytes(bytes),
    texts.file.changed(changedAt),
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
        {isOpen ? <span className="muted">{texts.file.open}</span> : null}
        {isOpen && isInPlace ? (
          <TextButton aria-label={texts.file.stayNamed(title)} disabled={disabled} onClick={onOpen}>
            {texts.file.stay}
          </TextButton>
        ) : null}
        {!isOpen && inspection.kind === 'workspace' ? (
          <TextButton aria-label={texts.file.openNamed(title)} disabled={disabled} onClick={onOpen}>
            {texts.file.openButton}
          </TextButton>
        ) : null}
        {inspection.kind === 'damaged' ? (
          <TextButton aria-label={texts.file.recoverNamed(title)} disabled={disabled} onClick={onRecover}>
            {texts.file.recover}
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}
