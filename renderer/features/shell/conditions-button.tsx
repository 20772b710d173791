import { Popover, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { FailureText } from '../../ui/failure-text.tsx';
import { useNotices } from './notices.tsx';
import styles from './status-bar.module.css';

/** The button of the status bar that names the conditions that work goes on under; a click explains them. */
export function ConditionsButton() {
  const conditions = useNotices().filter((notice) => notice.kind === 'condition');
  const [first, ...others] = conditions;
  const texts = conditions.map(({ text }) => text);
  return (
    <>
      <VisuallyHidden role="status">{texts.join(' ')}</VisuallyHidden>
      {first === undefined ? null : (
        <Popover position="top-end" width={320} withArrow>
          <Popover.Target>
            <button type="button" className={styles.conditions} title={texts.join('\n')}>
              <IconAlertTriangle size={13} aria-hidden />
              {others.length === 0 ? first.label : `${first.label} + ${others.length}`}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={styles.conditionTexts}>
            {conditions.map(({ text, details }) => (
              <p key={text}>
                <FailureText failure={{ message: text, details }} />
              </p>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
