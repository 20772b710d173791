import { useApp } from '../../app/app-context.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './results.module.css';
import { SavedMenu } from './saved-menu.tsx';

/** The heading of the results form, with the ways to empty it and to fill it with what was saved. */
export function SearchHeading() {
  const { stores } = useApp();
  return (
    <PanelHeading title="Query">
      <span className={styles.headTools}>
        <TextButton onClick={() => stores.search.getState().clear()}>Clear</TextButton>
        <SavedMenu />
      </span>
    </PanelHeading>
  );
}
