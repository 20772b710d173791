import { Menu } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSavedSearches } from '../../context/use-saved-searches.ts';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './results.module.css';
import { loadIntoForm } from './search-commands.ts';

/** The heading of the search form, with actions that clear it and load saved searches. */
export function SearchHeading() {
  const { stores } = useApp();
  return (
    <>
      <PanelHeading title="Ask the service">
        <span className={styles.headTools}>
          <TextButton onClick={() => stores.search.getState().clear()}>Clear</TextButton>
          <SavedMenu />
        </span>
      </PanelHeading>
      <p className={styles.hint}>What is fetched to this disk. What of it is shown is set above the map.</p>
    </>
  );
}

/** A menu that loads a saved search into the form. */
function SavedMenu() {
  const app = useApp();
  const { data } = useSavedSearches();
  if (!data || data.length === 0) return null;
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <TextButton aria-label="Load a saved search into the form">Saved ▾</TextButton>
      </Menu.Target>
      <Menu.Dropdown>
        {data.map(({ search }) => (
          <Menu.Item key={search.id} onClick={() => loadIntoForm(app, search.search, search.areaId)}>
            {search.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
