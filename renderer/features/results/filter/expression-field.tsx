import { Popover } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { resolveRelativeTimes } from '../../../../shared/relative-time.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { completionPoint } from '../../../../shared/results/expression/completion-point.ts';
import { parseExpression } from '../../../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../../../shared/results/expression/unknown-fields.ts';
import { relativeChange } from '../../../../shared/results/relative-filter.ts';
import type { Api } from '../../../api/client.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useLayerNotes } from '../../../context/use-layer-notes.ts';
import { useLoadedLayers } from '../../../context/use-live-queries.ts';
import {
  distributionQuery,
  useFieldValues,
  useLoadedParameters,
  useLoadedProperties,
} from '../../../context/use-results-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';
import { expressionHistory } from './expression-history.ts';
import { ExpressionHistoryMenu } from './expression-history-menu.tsx';
import {
  expectedNumberField,
  expectedValuesField,
  type Suggestion,
  suggestionsFor,
  typedClass,
} from './expression-suggestions.ts';
import styles from './filter.module.css';
import { insertSuggestion } from './insert-suggestion.ts';
import { roundNumbersBetween } from './round-numbers.ts';

/** Delay after the last key before the expression is applied, in milliseconds. */
const filterDelayMs = 350;

/** Round numbers in the usual range of a field; none with null. */
function useRoundNumbers(api: Api, field: DetectionField | null): readonly number[] {
  const { data } = useQuery({
    ...distributionQuery(api, { filter: {}, field: field ?? 'id', bins: 1 }),
    enabled: field !== null,
  });
  if (!data || data.p05 === null || data.p95 === null) return [];
  return roundNumbersBetween(data.p05, data.p95);
}

/**
 * A filter expression with completion of fields, operators and values. A valid expression is applied; an invalid one is
 * marked at its error, and the filter stays unchanged.
 */
export function ExpressionField() {
  const { api, stores } = useApp();
  const listId = useId();
  const problemId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const pendingCursor = useRef<number | null>(null);
  const loadedProperties = useLoadedProperties();
  const loadedParameters = useLoadedParameters();
  const layers = useLoadedLayers();
  const known = {
    properties: loadedProperties ?? [],
    parameters: loadedParameters ?? [],
    layers: layers ?? [],
  };
  const applied = useResults((state) => state.filter.expression ?? '');
  const [text, setText] = useState(applied);
  const [shown, setShown] = useState(applied);
  const [cursor, setCursor] = useState(0);
  const [open, setOpen] = useState<'closed' | 'while-unfinished' | 'requested'>('closed');
  const [chosenIndex, setChosenIndex] = useState<number | null>(null);
  // The filter can also be changed elsewhere, such as by a filter chip or a cell's menu.
  if (applied !== shown) {
    setShown(applied);
    setText(applied);
  }

  // In a layout effect, so that the cursor is set before the user continues typing.
  useLayoutEffect(() => {
    if (pendingCursor.current === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(pendingCursor.current, pendingCursor.current);
    pendingCursor.current = null;
  });

  const resolved = resolveRelativeTimes(text, Date.now());
  const parsed = text.trim() === '' ? null : parseExpression(resolved);
  const error = parsed && !parsed.ok ? parsed : null;
  const isOpen = open === 'requested' || (open === 'while-unfinished' && !parsed?.ok);
  // An error at the end of unfinished input is not shown yet.
  const isUnfinished = error !== null && isOpen && error.at >= text.trimEnd().length;
  const shownError = isUnfinished ? null : error;
  const unknown = parsed?.ok
    ? unknownFields(parsed.expression, loadedProperties, loadedParameters, layers)
    : [];
  const layerNotes = useLayerNotes(parsed?.ok ? resolved : undefined);
  const completion = completionPoint(text, cursor);
  const { expected } = completion;
  const numberField = isOpen ? expectedNumberField(completion, known) : null;
  const values = useFieldValues(
    isOpen ? expectedValuesField(completion, known) : null,
    expected.kind === 'value' ? completion.typed.slice(0, 200) : '',
  );
  const roundNumbers = useRoundNumbers(api, numberField);
  const shareClass = isOpen ? typedClass(completion) : null;
  const classValues = useFieldValues(
    shareClass === null ? null : 'classes',
    (shareClass ?? '').slice(0, 200),
  );
  const classes = shareClass === null ? [] : (classValues.data ?? []);
  const suggestions = isOpen
    ? suggestionsFor(completion, { ...known, classes }, values.data ?? [], roundNumbers)
    : [];
  const isListOpen = isOpen && suggestions.length > 0;
  // Enter and Tab take the first one; in an empty field they must still commit and go on.
  const active = chosenIndex ?? (isListOpen && text.trim() !== '' ? 0 : -1);

  /** Applies a text that can be read, and returns it with its relative times resolved. */
  const apply = (next: string): string => {
    const now = Date.now();
    const expression = resolveRelativeTimes(next.trim(), now);
    // A resolved text that is left once more must not replace the relative one.
    if (expression === applied || (expression !== '' && !parseExpression(expression).ok)) return expression;
    // The typed text stays until the field is left.
    setShown(expression);
    const { filter, setFilter } = stores.results.getState();
    if (expression === '') setFilter({ expression: undefined });
    else setFilter(relativeChange(filter, 'expression', next.trim(), now));
    return expression;
  };
  const applySoon = useDebouncedCallback(apply, { delay: filterDelayMs, flushOnUnmount: true });

  function edit(next: string, at: number): void {
    setText(next);
    setCursor(at);
    setChosenIndex(null);
    setOpen('while-unfinished');
    applySoon(next);
  }

  function choose({ text: chosen }: Suggestion): void {
    const inserted = insertSuggestion(text, completion, chosen);
    edit(inserted.text, inserted.cursor);
    pendingCursor.current = inserted.cursor;
  }

  function commit(): void {
    setOpen('closed');
    setText(apply(text));
    if (parsed?.ok) expressionHistory.getState().add(text.trim());
  }

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
        return chosen ? choose(chosen) : commit();
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

  return (
    <div className={styles.expression}>
      <Popover opened={isListOpen} position="bottom-start" width={340} offset={3} trapFocus={false}>
        <Popover.Target>
          <div className={styles.expressionBox} data-invalid={shownError !== null || undefined}>
            <ErrorHighlight text={text} at={shownError?.at ?? null} />
            <textarea
              ref={input}
              className={styles.expressionInput}
              rows={1}
              spellCheck={false}
              autoComplete="off"
              role="combobox"
              aria-label={texts.expression.label}
              aria-expanded={isListOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
              aria-invalid={shownError !== null}
              aria-describedby={problemId}
              placeholder={texts.expression.example}
              value={text}
              onChange={({ currentTarget }) => {
                edit(currentTarget.value.replaceAll('\n', ' '), currentTarget.selectionStart);
              }}
              onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
              onFocus={() => setOpen('while-unfinished')}
              onBlur={commit}
              onKeyDown={onKeyDown}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown className={styles.suggestions}>
          <div id={listId} role="listbox" aria-label={texts.expression.suggestions}>
            {suggestions.map((suggestion, index) => (
              <Fragment key={suggestion.text}>
                {suggestion.group !== undefined && suggestion.group !== suggestions[index - 1]?.group ? (
                  <div className={styles.suggestionGroup} role="presentation">
                    {suggestion.group}
                  </div>
                ) : null}
                <div
                  id={`${listId}-${index}`}
                  ref={(element) => {
                    if (index === active) element?.scrollIntoView({ block: 'nearest' });
                  }}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.suggestion}
                  // Without this, a click on a suggestion would take the focus from the field.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(suggestion);
                  }}
                >
                  <span>{suggestion.text}</span>
                  <span className="muted">{suggestion.detail}</span>
                </div>
              </Fragment>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      <ExpressionHistoryMenu onChoose={(chosen) => edit(chosen, chosen.length)} />
      <p
        id={problemId}
        className={styles.problem}
        data-tone={shownError ? 'error' : unknown.length > 0 ? 'warning' : undefined}
        role="status"
      >
        {error ? (
          <>
            {error.message} {applied === '' ? texts.expression.notApplied : texts.expression.unchanged}
          </>
        ) : (
          [
            ...(parsed && resolved !== text ? [texts.expression.resolved(applied)] : []),
            ...unknown.map(({ message }) => message),
            ...layerNotes,
          ].join(' ')
        )}
      </p>
    </div>
  );
}

/** An overlay behind the field with the same text, of which only the mark at the error is visible. */
function ErrorHighlight({ text, at }: { readonly text: string; readonly at: number | null }) {
  if (at === null) return null;
  const start = Math.min(at, text.length);
  const word = /^\s*[^\s()]*/.exec(text.slice(start))?.[0] || ' ';
  return (
    <div className={styles.expressionMarks} aria-hidden>
      {text.slice(0, start)}
      <mark>{word}</mark>
      {text.slice(start + word.length)}
    </div>
  );
}
