import { Menu } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSavedSearches } from '../../context/use-workspace-queries.ts';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './results.module.css';
import { loadIntoForm } from './search-commands.ts';
import { texts } from './texts.ts';

/** The heading of the search form, with actions that clear it and load saved searches. */
export function SearchHeading() {
  const { stores } = useApp();
  return (
    <>
      <PanelHeading title={texts.form.title}>
        <span className={styles.headTools}>
          <TextButton onClick={() => stores.search.getState().clear()}>{texts.form.clear}</TextButton>
          <SavedMenu />
        </span>
      </PanelHeading>
      <p className={styles.hint}>{texts.form.about}</p>
    </>
  );
}

/** A menu that loads a saved search into the form. */
function SavedMenu() {
  const app = useApp();
  const searches = useSavedSearches().data?.searches ?? [];
  if (searches.length === 0) return null;
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <TextButton aria-label={texts.form.loadSaved}>{texts.form.saved}</TextButton>
      </Menu.Target>
      <Menu.Dropdown>
        {searches.map(({ search }) => (
          <Menu.Item key={search.id} onClick={() => loadIntoForm(app, search.search, search.areaId)}>
            {search.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
