import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { type Review, type Verdict, verdictSchema } from '../../../shared/review/review.ts';
import type { Disagreement, TeamOverview } from '../../../shared/review/team-overview.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { useChipRequests } from '../../ui/chip/chip-cache.ts';
import { SmallChip } from '../../ui/chip/small-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ExportedFile, ExportedFileNote } from '../../ui/exported-file-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { SharedQueueList } from './shared-queues.tsx';
import styles from './team.module.css';
import { texts } from './texts.ts';

/** The exchange with the team: its state, the buttons that start it, disagreements, and verdicts by reviewer. */
export function TeamPanel() {
  const { queries } = useApp();
  const hasWorkspace = useSession(({ session }) => (session?.workspace ?? 'none') !== 'none');
  const { data, error, refetch } = useQuery(
    queries.team.overview.queryOptions(undefined, { enabled: hasWorkspace }),
  );
  return (
    <>
      <PanelHeading title={texts.panel.title} />
      {hasWorkspace ? null : (
        <EmptyState title={texts.panel.noWorkspace} hint={texts.panel.noWorkspaceHint} />
      )}
      <QueryState
        query={{ data, error, refetch }}
        title={texts.panel.notRead}
        loading={hasWorkspace ? texts.panel.loading : undefined}
      />
      {data ? <Overview overview={data} /> : null}
    </>
  );
}

function Overview({ overview }: { readonly overview: TeamOverview }) {
  const { commands, stores } = useApp();
  const { user, hasJoined, problem } = overview;
  if (user === null) {
    return (
      <EmptyState title={texts.panel.noTeam} hint={texts.panel.noTeamHint}>
        <TextButton onClick={() => stores.ui.getState().openSettings('team')}>
          {texts.panel.settings}
        </TextButton>
      </EmptyState>
    );
  }
  return (
    <>
      {hasJoined ? null : <EmptyState title={texts.panel.notJoined} hint={texts.panel.notJoinedHint} />}
      {problem ? <ExchangeProblem problem={problem} /> : null}
      <ExchangeState overview={overview} />
      <Group gap="xs" mt="xs">
        <Button onClick={() => commands.run('team.exchange')}>{texts.panel.exchange}</Button>
        <Button variant="default" onClick={() => commands.run('team.publish')}>
          {texts.panel.publish}
        </Button>
        <Button variant="default" onClick={() => commands.run('team.publish-items')}>
          {texts.panel.publishItems}
        </Button>
      </Group>
      <p className={styles.hint}>{texts.panel.publishHint}</p>
      <QgisLayers />
      {hasJoined ? <SharedQueueList user={user} /> : null}
      <Disagreements disagreements={overview.disagreements} />
      <Reviewers reviewers={overview.reviewers} />
    </>
  );
}

/**
 * A database that cannot be reached is shown as a note instead of a failure, since working offline is a normal state.
 */
function ExchangeProblem({ problem }: { readonly problem: NonNullable<TeamOverview['problem']> }) {
  if (problem.code !== 'unreachable' && problem.code !== 'timeout') return <FailureNote failure={problem} />;
  return (
    <Note>
      <strong>{texts.panel.offline}.</strong> {texts.panel.offlineHint} <FailureText failure={problem} />
    </Note>
  );
}

/** Writes the file with which QGIS adds the layers of the team database. */
function QgisLayers() {
  const { api } = useApp();
  const [written, setWritten] = useState<ExportedFile | null>(null);
  const write = async () => {
    const result = await api.team.exportQgisLayers.mutate();
    if (!result.ok) notifyFailure(result.failure, texts.panel.qgisNotWritten);
    else setWritten(result.value);
  };
  return (
    <div className={styles.layers}>
      <TextButton title={texts.panel.qgisTip} onClick={() => void write()}>
        {texts.panel.qgis}
      </TextButton>
      {written ? <ExportedFileNote file={written} /> : null}
    </div>
  );
}

function ExchangeState({
  overview: { user, exchangedAt, lastReceived, published, unpushed },
}: {
  readonly overview: TeamOverview;
}) {
  return (
    <FieldRows
      rows={[
        { label: texts.state.user, value: user },
        {
          label: texts.state.exchanged,
          value: exchangedAt === null ? texts.state.notExchanged : <TimeText value={exchangedAt} />,
        },
        {
          label: texts.state.received,
          value: lastReceived ? (
            <>
              {texts.state.receivedOf(lastReceived)}, <TimeText value={lastReceived.at} />
            </>
          ) : (
            texts.state.nothingReceived
          ),
        },
        {
          label: texts.state.published,
          value: published ? (
            <>
              {texts.state.publishedRecords(published.records)}, <TimeText value={published.at} />
            </>
          ) : (
            texts.state.neverPublished
          ),
        },
        { label: texts.state.unsent, value: String(unpushed) },
        ...(lastReceived?.setAside ?? []).map((each) => ({
          label: texts.state.setAside,
          value: texts.state.setAsideOf(each),
        })),
      ]}
    />
  );
}

function Reviewers({ reviewers }: Pick<TeamOverview, 'reviewers'>) {
  return (
    <>
      <PanelHeading title={texts.reviewers.title} level={3} />
      {reviewers.length === 0 ? (
        <p className="muted">{texts.reviewers.none}</p>
      ) : (
        <Table
          className={styles.reviewers}
          rows={reviewers}
          rowKey={({ reviewer }) => reviewer}
          columns={[
            { title: texts.reviewers.reviewer, cell: ({ reviewer }) => reviewer || texts.reviewers.unnamed },
            { title: texts.reviewers.verdicts, cell: ({ verdicts }) => verdicts },
            { title: texts.reviewers.last, cell: ({ lastAt }) => <TimeText value={lastAt} /> },
          ]}
        />
      )}
    </>
  );
}

/** Disagreements that are shown with their chips at once. */
const maxShown = 10;

/** The detections whose reviews disagree, each with its chip, the reviews, and a button for each verdict. */
function Disagreements({ disagreements: { total, rows } }: Pick<TeamOverview, 'disagreements'>) {
  const shown = rows.slice(0, maxShown);
  const ids = shown.flatMap(({ detectionId }) => detectionId ?? []);
  useChipRequests(useApp().chips, { size: 'small', seen: ids });
  return (
    <>
      <PanelHeading title={texts.disagreements.title(total)} level={3} />
      {total === 0 ? (
        <EmptyState title={texts.disagreements.none} hint={texts.disagreements.noneHint} />
      ) : (
        <>
          <p className={styles.hint}>{texts.disagreements.about}</p>
          <ul className={styles.disagreements}>
            {shown.map((each) => (
              <DisagreementItem key={`${each.recordId} ${each.identity}`} disagreement={each} />
            ))}
          </ul>
          {total > shown.length ? (
            <p className={styles.hint}>{texts.disagreements.more(total - shown.length)}</p>
          ) : null}
        </>
      )}
    </>
  );
}

function DisagreementItem({
  disagreement: { detectionId, current, disputing, isDecided },
}: {
  readonly disagreement: Disagreement;
}) {
  const { chips, stores } = useApp();
  if (detectionId === null) {
    return (
      <li className={styles.disagreement}>
        <p className="muted">{texts.disagreements.notHere}</p>
        <ReviewsOf current={current} disputing={disputing} />
      </li>
    );
  }
  return (
    <li className={styles.disagreement}>
      <div className={styles.chip}>
        <SmallChip cache={chips} id={detectionId} />
      </div>
      <div>
        <TextButton onClick={() => stores.results.getState().focus(detectionId)}>
          {texts.disagreements.detection(detectionId)}
        </TextButton>
        <ReviewsOf current={current} disputing={disputing} />
        {isDecided ? <p className="muted">{texts.disagreements.decided}</p> : null}
        <Decision detectionId={detectionId} />
      </div>
    </li>
  );
}

/** The current review and those that disagree with it. */
function ReviewsOf({ current, disputing }: Pick<Disagreement, 'current' | 'disputing'>) {
  return (
    <dl className={styles.reviews}>
      <ReviewText label={texts.disagreements.current} review={current} />
      {disputing.map((review) => (
        <ReviewText
          key={`${review.reviewer} ${review.reviewedAt}`}
          label={texts.disagreements.disagrees}
          review={review}
        />
      ))}
    </dl>
  );
}

function ReviewText({ label, review }: { readonly label: string; readonly review: Review }) {
  return (
    <div className={styles.review} data-verdict={review.verdict ?? 'none'}>
      <dt>{label}</dt>
      <dd>
        <strong>
          {review.verdict ? texts.verdicts[review.verdict] : texts.noVerdict}
          {review.flagged ? `, ${texts.flagged}` : ''}
        </strong>
        <span>{review.reviewer}</span>
        <span className="muted">{formatTime(review.reviewedAt)}</span>
        {review.note === '' ? null : <span>{review.note}</span>}
      </dd>
    </div>
  );
}

/** Buttons that set a verdict. The current verdict is among them, since setting it again also ends the disagreement. */
function Decision({ detectionId }: { readonly detectionId: number }) {
  const { commands } = useApp();
  const canWrite = useSession(({ session }) => session?.workspace === 'open');
  if (!canWrite) return null;
  const decide = (verdict: Verdict) =>
    commands.runWith('review.set', { ids: [detectionId], change: { verdict } });
  return (
    <div className={styles.actions}>
      {verdictSchema.options.map((verdict) => (
        <TextButton
          key={verdict}
          aria-label={texts.disagreements.decide(
            texts.verdicts[verdict],
            texts.disagreements.detection(detectionId),
          )}
          onClick={() => void decide(verdict)}
        >
          {texts.verdicts[verdict]}
        </TextButton>
      ))}
    </div>
  );
}
