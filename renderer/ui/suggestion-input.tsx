import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';
import { toKnownName } from '../../shared/results/unknown-names.ts';
import { filterSuggestions, takeSuggestionOnTab } from './suggestions.ts';

/**
 * A text field with suggestions. Enter and Tab take the highlighted one; a text that equals one except for its case
 * becomes it. Any other text stays as typed.
 */
export function SuggestionInput({
  data,
  value,
  onChange,
  ...props
}: Omit<AutocompleteProps, 'data' | 'onChange' | 'value'> & {
  readonly data: readonly string[];
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const [isTyping, setTyping] = useState(false);
  return (
    <Autocomplete
      {...props}
      data={data}
      value={value}
      filter={filterSuggestions}
      selectFirstOptionOnChange={isTyping && value.trim() !== ''}
      onKeyDown={(event) => {
        setTyping(true);
        takeSuggestionOnTab(event);
      }}
      onBlur={() => {
        setTyping(false);
        const known = toKnownName(value, data);
        if (known !== value) onChange(known);
      }}
      onChange={onChange}
    />
  );
}
