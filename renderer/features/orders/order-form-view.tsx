import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { changeDetectionApplies } from '../../../shared/orders/draft/draft-change-detection.ts';
import { summarizeDraft } from '../../../shared/orders/draft/draft-summary.ts';
import { draftToRequest } from '../../../shared/orders/draft/draft-to-request.ts';
import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import { canSubmitDraft, isNotOrdered, type Submission } from '../../../shared/orders/request/submission.ts';
import { documentedAnalytics } from '../../../shared/results/analytics.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrders, useSession } from '../../context/use-stores.ts';
import type { EditedDraft, SendState } from '../../stores/orders-store.ts';
import { AnalyticGroups, isOfGroups } from '../../ui/analytic-groups.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { FormFold } from '../../ui/form/form-fold.tsx';
import { FormPart } from '../../ui/form/form-part.tsx';
import { Note } from '../../ui/note.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { AnalyticsField, ChangeDetectionField } from './analytics-field.tsx';
import { AreasField, RangesField } from './areas-and-ranges.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import {
  DraftHeading,
  describeSize,
  LastSubmission,
  OrderNotes,
  OrderSummary,
  useLastSubmission,
} from './draft-state.tsx';
import { focusField, type OrderFormProps, problemsByField, typedAnalyticField } from './form-fields.ts';
import { CopyableJson } from './json-text.tsx';
import { missingPart } from './missing-part.ts';
import { canSend, checkAndSendOrder, openOrderForm } from './order-commands.ts';
import { ExtraFields } from './order-fields.tsx';
import styles from './orders.module.css';
import { OverlapDialog } from './overlap-dialog.tsx';
import { saveFormDraft } from './save-draft.ts';
import { needsDecision } from './submission-state.ts';
import { texts } from './texts.ts';

/** The form for a new order. Its content is saved in the workspace while typing. */
export function OrderFormView() {
  const app = useApp();
  const editing = useOrders((state) => state.editing);
  return (
    <section aria-label={texts.form.title}>
      <BackToOrders />
      {editing ? (
        <OrderForm key={editing.id} editing={editing} />
      ) : (
        <EmptyState title={texts.form.none}>
          <TextButton onClick={() => void openOrderForm(app)}>{texts.form.start}</TextButton>
        </EmptyState>
      )}
    </section>
  );
}

function OrderForm({ editing }: { readonly editing: EditedDraft }) {
  const app = useApp();
  const { draft, notes } = editing;
  const change = useOrders((state) => state.changeDraft);
  const areas = useAreaList();
  const built = useMemo(() => draftToRequest(draft, areas), [draft, areas]);
  // Measuring many areas must not delay the next keystroke.
  const measured = useDeferredValue(draft);
  const summary = useMemo(() => summarizeDraft(measured, areas), [measured, areas]);
  const last = useLastSubmission(editing.id);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const [typedAnalytic, setTypedAnalytic] = useState('');
  const name = typedAnalytic.trim();
  const problems = problemsByField([
    ...(name === '' ? [] : [{ field: typedAnalyticField, value: name, message: texts.form.notAdded(name) }]),
    ...(built.ok ? [] : built.problems),
  ]);
  const missing = missingPart(draft, [...problems.keys()]);
  const props: OrderFormProps = {
    draft,
    change,
    problemOf: (field) => (submitAttempted || touched.has(field) ? (problems.get(field) ?? null) : null),
    markTouched: (field) => setTouched((before) => new Set(before).add(field)),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitAttempted(true);
    if (missing) {
      if (form.current) focusField(form.current, missing.field);
    } else if (canSend(app) === true && canSubmitDraft(last, last?.id)) void checkAndSendOrder(app, last?.id);
  };

  return (
    <>
      <DraftHeading editing={editing} />
      <UndecidedNote />
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <form
        ref={form}
        className={styles.fields}
        onSubmit={submit}
        onBlur={() => void saveFormDraft(app)}
        noValidate
        aria-label={texts.form.title}
      >
        <FormPart title={texts.form.where}>
          <AreasField {...props} areas={areas} />
        </FormPart>
        <FormPart title={texts.form.what}>
          <div data-field="analytics">
            <AnalyticGroups
              label={texts.form.groups}
              offered={documentedAnalytics}
              value={draft.analytics}
              onChange={(analytics) => change({ analytics })}
            />
          </div>
          <FormFold
            title={texts.form.single}
            isUsed={!isOfGroups(draft.analytics, documentedAnalytics)}
            problem={props.problemOf('analytics') ?? props.problemOf(typedAnalyticField)}
          >
            <AnalyticsField {...props} typed={typedAnalytic} onType={setTypedAnalytic} />
          </FormFold>
          {changeDetectionApplies(draft.analytics) && <ChangeDetectionField {...props} />}
        </FormPart>
        <FormPart title={texts.form.when}>
          <RangesField {...props} />
        </FormPart>
        <ContactEmail {...props} />
        <OptionalTexts draft={draft} change={change} />
        <ExtraFields draft={draft} change={change} />
        <details className={styles.disclosure}>
          <summary>{texts.summary.title}</summary>
          <OrderSummary summary={summary} />
        </details>
        <OrderPreview draft={draft} bodyText={built.ok ? built.bodyText : null} />
        <OrderNotes summary={summary} notes={built.ok ? built.notes : []} />
        <SendBar
          editing={editing}
          last={last}
          problemCount={submitAttempted ? problems.size : 0}
          missing={missing?.action}
          size={describeSize(summary)}
        />
      </form>
      <OverlapDialog />
    </>
  );
}

/** Warns above a new order if the outcome of an earlier submission is unknown. */
function UndecidedNote() {
  const show = useOrders((state) => state.show);
  const undecided = useOrderList().data?.submissions.find(needsDecision);
  if (!undecided) return null;
  return (
    <Note tone="warn">
      {texts.form.undecided(undecided.descriptiveName)}{' '}
      <TextButton onClick={() => show({ kind: 'submission', id: undecided.id })}>
        {texts.form.checkIt}
      </TextButton>
    </Note>
  );
}

function ContactEmail({ draft, change, problemOf, markTouched }: OrderFormProps) {
  return (
    <div data-field="contactEmail">
      <FormRows
        form={{ values: draft, change }}
        rows={[
          {
            ...{ kind: 'text', name: 'contactEmail', label: texts.form.email, hint: texts.form.emailHint },
            ...{ type: 'email', inputMode: 'email', error: problemOf('contactEmail') },
            onBlur: () => markTouched('contactEmail'),
          },
        ]}
      />
    </div>
  );
}

function OptionalTexts({ draft, change }: Pick<OrderFormProps, 'draft' | 'change'>) {
  const { descriptiveName, purchaseReason, customerNotes } = draft;
  return (
    <FormFold
      title={texts.form.optional}
      about={texts.form.optionalFields}
      isUsed={`${descriptiveName}${purchaseReason}${customerNotes}` !== ''}
      problem={null}
    >
      <FormRows
        form={{ values: draft, change }}
        rows={[
          { kind: 'text', name: 'descriptiveName', label: texts.form.name, hint: texts.form.nameHint },
          { kind: 'text', name: 'purchaseReason', label: texts.form.purpose },
          { kind: 'long-text', name: 'customerNotes', label: texts.form.notes, minRows: 1, maxRows: 6 },
        ]}
      />
    </FormFold>
  );
}

/**
 * The body that would be sent, byte for byte, as the main process builds it from the draft. `bodyText` is the page's
 * version of it, null while the draft is invalid; when it changes, the preview is refetched.
 */
function OrderPreview({ draft, bodyText }: { readonly draft: OrderDraft; readonly bodyText: string | null }) {
  const { api, queries } = useApp();
  const [open, setOpen] = useState(false);
  const [settled] = useDebouncedValue(bodyText, 250);
  const preview = useQuery({
    queryKey: [...queries.orders.preview.mutationKey(), settled],
    queryFn: async ({ signal }) => unwrap(await api.orders.preview.mutate(draft, { signal })),
    enabled: open && bodyText !== null && settled === bodyText,
    placeholderData: keepPreviousData,
  });
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{texts.form.json}</summary>
      {bodyText === null && <p className="muted">{texts.form.jsonUnavailable}</p>}
      {bodyText !== null && <QueryState query={preview} />}
      {bodyText !== null && preview.data && <CopyableJson text={preview.data.bodyText} />}
    </details>
  );
}

const progressTexts: Readonly<Partial<Record<SendState['kind'], string>>> = {
  checking: texts.sending.comparing,
  sending: texts.sending.sending,
};

/**
 * The button that sends the order, or does what is missing first; why it cannot be sent now, and its outcome when it was
 * sent before.
 */
function SendBar({
  editing,
  last,
  problemCount,
  missing,
  size,
}: {
  readonly editing: EditedDraft;
  /** The draft's last submission, if it was sent before. */
  readonly last: Submission | undefined;
  readonly problemCount: number;
  /** The action that the form needs first. */
  readonly missing: string | undefined;
  /** The contents of the order, in figures. */
  readonly size: string;
}) {
  const app = useApp();
  const send = useOrders((state) => state.send);
  const isSignedOut = useSession(({ session }) => session !== null && session.status !== 'signed-in');
  // `canSend` reads the session, so a change of the session has to render this again.
  useSession((state) => state.session);
  const isSent = last !== undefined && !isNotOrdered(last);
  const sendable = canSend(app);
  const progress = progressTexts[send.kind];
  return (
    <div className={styles.send}>
      {last && <LastSubmission editing={editing} submission={last} />}
      {send.kind === 'failed' && !isSent && (
        <FailureNote title={texts.sending.notSent} failure={send.failure} />
      )}
      {problemCount > 0 && (
        <p className={styles.error} role="alert">
          {texts.sending.problems(problemCount)}
        </p>
      )}
      {isSent ? null : missing !== undefined ? (
        <PrimaryButton type="submit" fullWidth>
          {missing}
        </PrimaryButton>
      ) : isSignedOut ? (
        <PrimaryButton fullWidth onClick={() => app.commands.run('session.sign-in')}>
          {texts.sending.signIn}
        </PrimaryButton>
      ) : (
        <PrimaryButton
          type="submit"
          fullWidth
          className={styles.sendButton ?? ''}
          disabled={sendable !== true}
          loading={progress !== undefined}
          title={sendable === true ? texts.sending.hint : sendable}
        >
          <span className={styles.sendText}>
            {texts.sending.send} <small>{size}</small>
          </span>
        </PrimaryButton>
      )}
      {isSent ? null : (
        <p className={styles.hint} role="status">
          {progress ?? (missing === undefined && sendable !== true ? sendable : texts.sending.operator)}
        </p>
      )}
    </div>
  );
}
