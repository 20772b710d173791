import { requestToDraft } from '../../../shared/orders/draft/request-to-draft.ts';
import { useAreas } from '../../context/use-live-queries.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { JsonText } from './json-text.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';
import { requestRows } from './tracking/request-rows.ts';

/** An order's request: with the form's labels, with fields that the form does not support, and as unchanged text. */
export function RequestView({ text, heading }: { readonly text: string; readonly heading: string }) {
  const read = requestToDraft(text);
  const loaded = useAreas();
  const areas = loaded.state === 'ready' ? loaded.value : [];
  return (
    <section aria-label={heading}>
      <PanelHeading level={3} title={heading} />
      {read.ok ? (
        <>
          <FieldRows
            rows={requestRows(read.value.draft, areas).map(({ label, lines }) => ({
              label,
              value: lines.length === 0 ? null : lines.map(toLine),
            }))}
          />
          {read.value.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
        </>
      ) : (
        <p className="muted">{texts.request.notShown}</p>
      )}
      <details className={styles.disclosure}>
        <summary>{texts.request.json}</summary>
        <JsonText text={text} />
      </details>
    </section>
  );
}

function toLine(line: string, index: number) {
  return <div key={index}>{line}</div>;
}
