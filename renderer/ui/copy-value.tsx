import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { BreakableId } from './breakable-id.tsx';
import styles from './copy-value.module.css';
import { type CopyState, useCopy } from './use-copy.ts';

const looks = {
  idle: { Icon: IconCopy, color: 'gray' },
  copied: { Icon: IconCheck, color: 'green' },
  failed: { Icon: IconX, color: 'red' },
} as const satisfies Record<CopyState, { Icon: typeof IconCopy; color: string }>;

/** A value as text with a button that copies it. `what` names it for screen readers: “Copy position in MGRS”. */
export function CopyValue({
  value,
  what,
  shown = value,
  dimmed = false,
}: {
  readonly value: string;
  readonly what: string;
  /** The displayed text, for example a shortened id; the tooltip then shows the full value. */
  readonly shown?: string;
  /** Smaller and in a muted color, for a second notation of the value above. */
  readonly dimmed?: boolean;
}) {
  const { state, copy } = useCopy();
  const { Icon, color } = looks[state];
  const tips: Record<CopyState, string> = {
    idle: `Copy ${what}`,
    copied: 'Copied',
    failed: 'The clipboard was refused. Select the text and press Ctrl C.',
  };
  return (
    <span className={styles.line}>
      <span className={dimmed ? styles.dimmed : undefined} title={shown === value ? undefined : value}>
        <BreakableId id={shown} />
      </span>
      <Tooltip label={tips[state]}>
        <ActionIcon
          className={styles.copy}
          data-copied={state === 'idle' ? undefined : true}
          size={16}
          color={color}
          aria-label={`Copy ${what}`}
          onClick={() => copy(value)}
        >
          <Icon size={12} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
