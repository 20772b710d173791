import { useSettings } from '../../context/use-stores.ts';
import { ChoiceRow } from './setting-row.tsx';
import { texts } from './texts.ts';

/** Theme and density. */
export function AppearanceSection() {
  const { theme, density, change } = useSettings((state) => state);
  const { appearance } = texts;
  return (
    <>
      <ChoiceRow
        label={appearance.theme}
        hint={appearance.themeHint}
        value={theme}
        choices={appearance.themes}
        onChange={(next) => change({ theme: next })}
      />
      <ChoiceRow
        label={appearance.density}
        value={density}
        choices={appearance.densities}
        onChange={(next) => change({ density: next })}
      />
    </>
  );
}
