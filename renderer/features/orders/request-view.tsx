import { requestToDraft } from '../../../shared/orders/request-to-draft.ts';
import { FieldRows } from '../../components/field-rows.tsx';
import { Note } from '../../components/note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { requestRows } from './follow/request-rows.ts';
import { JsonText } from './json-text.tsx';
import styles from './orders.module.css';

/** An order's request: in the form's own words, with what the form does not know, and the text itself, unchanged. */
export function RequestView({ text, heading }: { readonly text: string; readonly heading: string }) {
  const read = requestToDraft(text);
  return (
    <section aria-label={heading}>
      <PanelHeading level={3} title={heading} />
      {read.ok ? (
        <>
          <FieldRows
            rows={requestRows(read.value.draft).map(({ label, lines }) => ({
              label,
              value: lines.length === 0 ? null : lines.map(toLine),
            }))}
          />
          {read.value.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
        </>
      ) : (
        <p className="muted">This is no order request that could be put in plain words.</p>
      )}
      <details className={styles.disclosure}>
        <summary>JSON</summary>
        <JsonText text={text} />
      </details>
    </section>
  );
}

function toLine(line: string, index: number) {
  return <div key={index}>{line}</div>;
}
