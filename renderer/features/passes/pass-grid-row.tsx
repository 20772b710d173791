import { IconAnchor } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import type { PassGroup, PassRow } from '../../../shared/passes/pass.ts';
import gridStyles from '../../ui/virtual-grid/virtual-grid.module.css';

import type { PassColumn } from './pass-columns.tsx';
import { groupTitle } from './pass-texts.ts';
import styles from './passes.module.css';
import { texts } from './texts.ts';

/** A pass, or the heading of a group. */
export function PassGridRow({
  index,
  top,
  columns,
  template,
  row,
  isCursor,
  isChosen,
  onClick,
  onContextMenu,
}: {
  readonly index: number;
  readonly top: number;
  readonly columns: readonly PassColumn[];
  readonly template: string;
  readonly row: PassRow | undefined;
  readonly isCursor: boolean;
  readonly isChosen: boolean;
  readonly onClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}) {
  return (
    <tr
      id={`pass-row-${index}`}
      className={gridStyles.row}
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      aria-selected={row?.kind === 'pass' ? isChosen : undefined}
      aria-expanded={row?.kind === 'group' ? !row.group.isCollapsed : undefined}
      data-cursor={isCursor || undefined}
      style={{
        gridTemplateColumns: row?.kind === 'group' ? '1fr' : template,
        transform: `translateY(${top}px)`,
      }}
      onClick={onClick}
      onContextMenu={onContextMenu}
    >
      {row?.kind === 'group' ? (
        <GroupHeading group={row.group} columnCount={columns.length} />
      ) : (
        columns.map(({ field, isNumeric, cell }) => (
          <td key={field} className={gridStyles.cell} data-numeric={isNumeric || undefined}>
            {row ? cell(row.pass) : ''}
          </td>
        ))
      )}
    </tr>
  );
}

function GroupHeading({ group, columnCount }: { readonly group: PassGroup; readonly columnCount: number }) {
  const { subject, passes, detections, reviewed, isCollapsed: isClosed } = group;
  return (
    <td className={`${gridStyles.cell} ${styles.group}`} colSpan={columnCount}>
      <span aria-hidden>{isClosed ? '▸' : '▾'}</span>
      {subject.kind === 'place' ? <IconAnchor size={13} stroke={1.5} aria-hidden /> : null}
      <strong>{groupTitle(subject)}</strong>
      <span className="muted">
        {formatQuantity(passes, 'pass', 'passes')} · {formatQuantity(detections, 'detection')}
        {detections > 0 ? texts.list.reviewed(reviewed, detections) : ''}
      </span>
    </td>
  );
}
