import { createContext, type ReactNode, use } from 'react';
import styles from './components.module.css';

/** Content next to the headings of a panel: its help. */
export const PanelHelpContext = createContext<ReactNode>(null);

/** The heading of a panel or of a section of it; `children` are placed at its right end. */
export function PanelHeading({
  title,
  level = 2,
  children,
}: {
  readonly title: string;
  readonly level?: 2 | 3;
  readonly children?: ReactNode;
}) {
  const help = use(PanelHelpContext);
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.panelHeading}>
      <Heading style={{ margin: 0, font: 'inherit' }}>{title}</Heading>
      {level === 2 ? help : null}
      {children}
    </div>
  );
}
