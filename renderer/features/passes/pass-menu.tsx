import { Menu } from '@mantine/core';
import type { Pass, PassGroup, PassRow } from '../../../shared/passes/pass.ts';
import { filterByValue } from '../../../shared/results/filter-by-value.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses } from '../../context/use-stores.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { exportPass, filterToPass, passTitle, reviewPass, zoomToPass } from './pass-commands.ts';
import { groupTitle } from './pass-texts.ts';
import { texts } from './texts.ts';

/** The row of an open menu, and the menu's position in the window. */
export type PassMenuTarget = { readonly row: PassRow; readonly x: number; readonly y: number };

/** The context menu of a pass, or of the heading of a group. */
export function PassMenu({
  target,
  onClose,
}: {
  readonly target: PassMenuTarget | null;
  readonly onClose: () => void;
}) {
  if (!target) return null;
  const { row, x, y } = target;
  const label =
    row.kind === 'pass'
      ? texts.menu.pass(passTitle(row.pass))
      : texts.menu.group(groupTitle(row.group.subject));
  return (
    <ContextMenu x={x} y={y} label={label} onClose={onClose}>
      {row.kind === 'pass' ? <PassItems pass={row.pass} /> : <GroupItems group={row.group} />}
    </ContextMenu>
  );
}

function PassItems({ pass }: { readonly pass: Pass }) {
  const app = useApp();
  const chosen = usePasses((state) => state.chosenKeys);
  const { compare } = app.stores.passes.getState();
  const others = chosen.filter((key) => key !== pass.key);
  const [other] = others;
  const hasDetections = pass.detections > 0;
  const note = hasDetections ? null : texts.menu.noDetections;
  return (
    <>
      <Menu.Label>{passTitle(pass)}</Menu.Label>
      <Menu.Item onClick={() => void zoomToPass(app, pass.key)}>{texts.menu.zoom}</Menu.Item>
      <Menu.Item
        disabled={!hasDetections}
        rightSection={note}
        onClick={() => void filterToPass(app, pass.key)}
      >
        {texts.menu.filter}
      </Menu.Item>
      <Menu.Item disabled={!hasDetections} onClick={() => void reviewPass(app, pass)}>
        {texts.menu.review}
      </Menu.Item>
      <Menu.Item disabled={!hasDetections} onClick={() => void exportPass(app, pass.key)}>
        {texts.menu.export}
      </Menu.Item>
      {others.length === 1 && other !== undefined ? (
        <Menu.Item onClick={() => compare({ a: other, b: pass.key })}>
          {chosen.length === 2 ? texts.menu.compareTwo : texts.menu.compare}
        </Menu.Item>
      ) : null}
    </>
  );
}

function GroupItems({ group: { key, subject, isCollapsed } }: { readonly group: PassGroup }) {
  const { stores } = useApp();
  const { toggleCollapsed } = stores.passes.getState();
  return (
    <>
      <Menu.Label>{groupTitle(subject)}</Menu.Label>
      {subject.kind === 'place' ? (
        <Menu.Item
          onClick={() => {
            const { filter, replaceFilter } = stores.results.getState();
            replaceFilter(filterByValue(filter, 'place', subject.place));
          }}
        >
          {subject.place === null ? texts.menu.withoutPlace : texts.menu.onlyPlace(subject.place)}
        </Menu.Item>
      ) : null}
      <Menu.Item onClick={() => toggleCollapsed(key)}>
        {isCollapsed ? texts.menu.expand : texts.menu.collapse}
      </Menu.Item>
    </>
  );
}
