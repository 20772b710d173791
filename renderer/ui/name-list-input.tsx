import { Pill, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { toKnownName } from '../../shared/results/unknown-names.ts';
import styles from './components.module.css';
import { filterSuggestions, takeSuggestionOnTab } from './suggestions.ts';

/**
 * A list of names, with suggestions. Enter and Tab take the highlighted suggestion; a comma ends any other name, which is
 * marked as unknown.
 */
export function NameListInput({
  label,
  known,
  value,
  error,
  placeholder,
  unknownTitle,
  onChange,
}: {
  readonly label: string;
  readonly known: readonly string[];
  readonly value: readonly string[];
  readonly error: string | undefined;
  /** Shown while the list is empty. */
  readonly placeholder: string;
  /** Tooltip of an unknown name. */
  readonly unknownTitle: string;
  readonly onChange: (names: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      label={label}
      data={known}
      value={[...value]}
      error={error}
      placeholder={value.length === 0 ? placeholder : ''}
      filter={filterSuggestions}
      selectFirstOptionOnChange={typed.trim() !== ''}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={takeSuggestionOnTab}
      onChange={(names) => onChange([...new Set(names.map((name) => toKnownName(name, known)))])}
      renderPill={({ value: name, onRemove, disabled }) => {
        const isUnknown = !known.includes(String(name));
        return (
          <Pill
            withRemoveButton={!disabled}
            {...(onRemove ? { onRemove } : {})}
            {...(isUnknown ? { className: styles.unknownName, title: unknownTitle } : {})}
          >
            {name}
            {isUnknown ? <span aria-hidden> ?</span> : null}
          </Pill>
        );
      }}
    />
  );
}
