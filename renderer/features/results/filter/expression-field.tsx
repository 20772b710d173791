import { Popover } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { completionPoint } from '../../../../shared/results/expression/completion-point.ts';
import { parseExpression } from '../../../../shared/results/expression/parse-expression.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useResults } from '../../../app/use-stores.ts';
import { useFieldValues, useProperties } from '../use-results-queries.ts';
import { rememberExpression } from './expression-history.ts';
import { ExpressionHistoryMenu } from './expression-history-menu.tsx';
import { type Suggestion, suggestionsFor } from './expression-suggestions.ts';
import styles from './filter.module.css';
import { putSuggestion } from './put-suggestion.ts';
import { unknownFields } from './unknown-fields.ts';

/** How long the writer must rest before what is written filters, in milliseconds. */
const restBeforeFilter = 350;

/**
 * A filter expression with completion of fields, operators and values. What can be read filters; what cannot is marked
 * where it goes wrong, and the filter stays as it was.
 */
export function ExpressionField() {
  const { stores } = useApp();
  const listId = useId();
  const problemId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const wantedCursor = useRef<number | null>(null);
  const properties = useProperties();
  const applied = useResults((state) => state.filter.expression ?? '');
  const [text, setText] = useState(applied);
  const [shown, setShown] = useState(applied);
  const [cursor, setCursor] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // The filter can also be changed from outside, such as by its chip or a cell's menu.
  if (applied !== shown) {
    setShown(applied);
    setText(applied);
  }

  // At once: the writer may be typing on.
  useLayoutEffect(() => {
    if (wantedCursor.current === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(wantedCursor.current, wantedCursor.current);
    wantedCursor.current = null;
  });

  const parsed = text.trim() === '' ? null : parseExpression(text);
  const error = parsed && !parsed.ok ? parsed : null;
  // What is still being written is no mistake yet.
  const isUnfinished = error !== null && isOpen && error.at >= text.trimEnd().length;
  const mistake = isUnfinished ? null : error;
  const unknown = parsed?.ok ? unknownFields(parsed.expression, properties) : [];
  const point = completionPoint(text, cursor);
  const { expected } = point;
  const values = useFieldValues(
    isOpen && expected.kind === 'value' ? expected.field : null,
    expected.kind === 'value' ? point.typed.slice(0, 200) : '',
  );
  const suggestions = isOpen ? suggestionsFor(point, properties, values.data ?? []) : [];
  const isListOpen = isOpen && suggestions.length > 0;

  const apply = (next: string) => {
    const expression = next.trim();
    if (expression !== '' && !parseExpression(expression).ok) return;
    setShown(expression);
    stores.results.getState().setFilter({ expression: expression || undefined });
  };
  const applySoon = useDebouncedCallback(apply, restBeforeFilter);

  function write(next: string, at: number): void {
    setText(next);
    setCursor(at);
    setActive(-1);
    applySoon(next);
  }

  function choose({ text: chosen }: Suggestion): void {
    const put = putSuggestion(text, point, chosen);
    write(put.text, put.cursor);
    wantedCursor.current = put.cursor;
  }

  function finish(): void {
    setOpen(false);
    apply(text);
    if (parsed?.ok) rememberExpression(text.trim());
  }

  function onKeyDown(event: KeyboardEvent) {
    const chosen = suggestions[active];
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!isListOpen) return setOpen(true);
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const from = active < 0 && step < 0 ? 0 : active;
        return setActive((from + step + suggestions.length) % suggestions.length);
      }
      case 'Tab':
        // Tab goes on to the next field unless a suggestion was chosen with the arrow keys.
        if (!chosen) return;
        event.preventDefault();
        return choose(chosen);
      case 'Enter':
        event.preventDefault();
        return chosen ? choose(chosen) : finish();
      case 'Escape':
        if (!isListOpen) return;
        event.preventDefault();
        event.stopPropagation();
        return setOpen(false);
      case ' ':
        if (!event.ctrlKey) return;
        event.preventDefault();
        return setOpen(true);
    }
  }

  return (
    <div className={styles.expression}>
      <Popover opened={isListOpen} position="top-start" width={340} offset={3} trapFocus={false}>
        <Popover.Target>
          <div className={styles.expressionBox} data-invalid={mistake !== null || undefined}>
            <Marked text={text} at={mistake?.at ?? null} />
            <textarea
              ref={input}
              className={styles.expressionInput}
              rows={1}
              spellCheck={false}
              autoComplete="off"
              role="combobox"
              aria-label="Filter expression"
              aria-expanded={isListOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
              aria-invalid={mistake !== null}
              aria-describedby={problemId}
              placeholder={'length_m > 40 and sensor = "…"'}
              value={text}
              onChange={({ currentTarget }) => {
                setOpen(true);
                write(currentTarget.value.replaceAll('\n', ' '), currentTarget.selectionStart);
              }}
              onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
              onFocus={() => setOpen(true)}
              onBlur={finish}
              onKeyDown={onKeyDown}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown className={styles.suggestions}>
          <div id={listId} role="listbox" aria-label="Suggestions">
            {suggestions.map((suggestion, index) => (
              <div
                key={suggestion.text}
                id={`${listId}-${index}`}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView({ block: 'nearest' });
                }}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.suggestion}
                // The field keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(suggestion);
                }}
              >
                <span>{suggestion.text}</span>
                <span className="muted">{suggestion.detail}</span>
              </div>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      <ExpressionHistoryMenu onChoose={(chosen) => write(chosen, chosen.length)} />
      <p
        id={problemId}
        className={styles.problem}
        data-tone={mistake ? 'mistake' : unknown.length > 0 ? 'doubt' : undefined}
        role="status"
      >
        {error ? (
          <>
            {error.message}
            {applied === '' ? ' Nothing is filtered by it yet.' : ' The filter stays as it was.'}
          </>
        ) : (
          unknown.map(({ message }) => message).join(' ')
        )}
      </p>
    </div>
  );
}

/** Lies behind the field with the same text, unseen but for the mark where it goes wrong. */
function Marked({ text, at }: { readonly text: string; readonly at: number | null }) {
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
