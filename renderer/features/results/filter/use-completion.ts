import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import {
  type CompletionPoint,
  completionPoint,
} from '../../../../shared/results/expression/completion-point.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useLoadedLayers } from '../../../context/use-live-queries.ts';
import {
  useFieldValues,
  useLoadedParameters,
  useLoadedProperties,
} from '../../../context/use-results-queries.ts';
import {
  expectedNumberField,
  expectedValuesField,
  type Suggestion,
  suggestionsFor,
  typedClass,
} from './expression-suggestions.ts';

/**
 * The list of suggestions at the cursor of an expression, and its keys. `onChoose` is called with the text and cursor
 * after a suggestion was inserted, `onCommit` at Enter without one.
 */
export function useCompletion({
  text,
  cursor,
  isFinished,
  onChoose,
  onCommit,
}: {
  readonly text: string;
  readonly cursor: number;
  /** Whether the text is a valid expression. */
  readonly isFinished: boolean;
  readonly onChoose: (inserted: { readonly text: string; readonly cursor: number }) => void;
  readonly onCommit: () => void;
}) {
  const [open, setOpen] = useState<'closed' | 'while-unfinished' | 'requested'>('closed');
  const [chosenIndex, setChosenIndex] = useState<number | null>(null);
  const isOpen = open === 'requested' || (open === 'while-unfinished' && !isFinished);
  const point = completionPoint(text, cursor);
  const suggestions = useSuggestions(point, isOpen);
  const isListOpen = isOpen && suggestions.length > 0;
  // Enter and Tab take the first one; in an empty field they must still commit and go on.
  const active = chosenIndex ?? (isListOpen && text.trim() !== '' ? 0 : -1);
  const choose = (chosen: Suggestion) => onChoose(insertSuggestion(text, point, chosen.text));

  function onKeyDown(event: KeyboardEvent) {
    const chosen = suggestions[active];
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!isListOpen) return setOpen('requested');
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const from = active < 0 && step < 0 ? 0 : active;
        return setChosenIndex((from + step + suggestions.length) % suggestions.length);
      }
      case 'Tab':
        if (!chosen || event.shiftKey) return;
        event.preventDefault();
        return choose(chosen);
      case 'Enter':
        event.preventDefault();
        return chosen ? choose(chosen) : onCommit();
      case 'Escape':
        if (!isListOpen) return;
        event.preventDefault();
        return setOpen('closed');
      case ' ':
        if (!event.ctrlKey) return;
        event.preventDefault();
        return setOpen('requested');
    }
  }

  return {
    /** Whether suggestions are requested, of which there may be none. */
    isOpen,
    isListOpen,
    suggestions,
    /** Index of the suggestion that Enter and Tab take; -1 without one. */
    active,
    choose,
    onKeyDown,
    openWhileUnfinished: () => setOpen('while-unfinished'),
    close: () => setOpen('closed'),
    resetActive: () => setChosenIndex(null),
  };
}

/** The suggestions at a point; none while the list is closed. */
function useSuggestions(point: CompletionPoint, isOpen: boolean): readonly Suggestion[] {
  const known = {
    properties: useLoadedProperties() ?? [],
    parameters: useLoadedParameters() ?? [],
    layers: useLoadedLayers() ?? [],
  };
  const { expected } = point;
  const values = useFieldValues(
    isOpen ? expectedValuesField(point, known) : null,
    expected.kind === 'value' ? point.typed.slice(0, 200) : '',
  );
  const roundNumbers = useRoundNumbers(isOpen ? expectedNumberField(point, known) : null);
  const shareClass = isOpen ? typedClass(point) : null;
  const classValues = useFieldValues(
    shareClass === null ? null : 'classes',
    (shareClass ?? '').slice(0, 200),
  );
  if (!isOpen) return [];
  const classes = shareClass === null ? [] : (classValues.data ?? []);
  return suggestionsFor(point, { ...known, classes }, values.data ?? [], roundNumbers);
}

/** Round numbers in the usual range of a field; none with null. */
function useRoundNumbers(field: DetectionField | null): readonly number[] {
  const { queries } = useApp();
  const { data } = useQuery(
    queries.results.distribution.queryOptions(
      { filter: {}, field: field ?? 'id', bins: 1 },
      { enabled: field !== null },
    ),
  );
  if (!data || data.p05 === null || data.p95 === null) return [];
  return roundNumbersBetween(data.p05, data.p95);
}

/** The text with the typed part replaced by a suggestion, and the new cursor position. */
export function insertSuggestion(
  text: string,
  { from, to }: Pick<CompletionPoint, 'from' | 'to'>,
  suggestion: string,
): { readonly text: string; readonly cursor: number } {
  const before = text.slice(0, from);
  const rest = text.slice(to).replace(/^ +/, '');
  // No space is needed after an opening parenthesis, or before a closing one or a comma.
  const separator = suggestion === '(' || rest.startsWith(')') || rest.startsWith(',') ? '' : ' ';
  const start = (/^[,).]/.test(suggestion) ? before.trimEnd() : before) + suggestion + separator;
  return { text: start + rest, cursor: start.length };
}

/** Most numbers that are suggested. */
const maxNumbers = 8;

/** Round numbers (1, 2 or 5 times a power of ten apart) from `from` to `to`; none when the range is empty. */
export function roundNumbersBetween(from: number, to: number): readonly number[] {
  const span = to - from;
  if (!Number.isFinite(span) || span < 0) return [];
  if (span === 0) return [from];
  const rough = span / maxNumbers;
  const power = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * 10 ** power >= rough) ?? 10;
  const step = factor * 10 ** power;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  // Multiples of 0.1 are no exact binary numbers; their decimals are cut to those of the step.
  const decimals = Math.min(100, Math.max(0, -power));
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(decimals)),
  );
}
