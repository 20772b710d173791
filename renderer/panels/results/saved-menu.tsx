import { Menu } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { loadIntoForm } from '../../commands/search-commands.ts';
import { TextButton } from '../../components/text-button.tsx';
import { useSavedSearches } from './use-saved-searches.ts';

/** The saved searches, to be loaded into the form. */
export function SavedMenu() {
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
