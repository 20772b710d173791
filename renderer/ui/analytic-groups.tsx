import { Checkbox } from '@mantine/core';
import {
  type AnalyticGroup,
  analyticGroups,
  analyticGroupTitles,
  analytics,
  findableLengths,
} from '../../shared/results/analytics.ts';
import { AnalyticMark } from './analytic-mark.tsx';
import styles from './components.module.css';

/** Check boxes for groups of the analytics that are offered, each with its symbols. */
export function AnalyticGroups({
  label,
  offered,
  value,
  onChange,
}: {
  readonly label: string;
  /** Names of analytics. */
  readonly offered: readonly string[];
  /** The chosen names, of which some may not be offered. */
  readonly value: readonly string[];
  readonly onChange: (analytics: string[]) => void;
}) {
  return (
    <fieldset className={styles.analyticGroups} aria-label={label}>
      {analyticGroups.map((group) => {
        const members = membersOf(group, offered);
        const names = members.map(({ name }) => name);
        const chosen = names.filter((name) => value.includes(name));
        const others = value.filter((name) => !names.some((member) => member === name));
        const isEach = chosen.length === names.length;
        return (
          <Checkbox
            key={group}
            checked={isEach}
            indeterminate={chosen.length > 0 && !isEach}
            label={
              <span className={styles.analyticGroup}>
                <span>{analyticGroupTitles[group]}</span>
                <span>
                  {names.map((name) => (
                    <AnalyticMark key={name} analytic={name} />
                  ))}
                </span>
                <span className="muted">{describeMembers(members)}</span>
              </span>
            }
            onChange={() => onChange(isEach ? others : [...others, ...names])}
          />
        );
      })}
    </fieldset>
  );
}

/** Whether the names are those of whole groups, which the check boxes show. */
export function isOfGroups(value: readonly string[], offered: readonly string[]): boolean {
  return value.every((name) => {
    const group = analytics.find((each) => each.name === name)?.group;
    return group !== undefined && membersOf(group, offered).every((member) => value.includes(member.name));
  });
}

/** Objects of a group; those of analytics for lengths are found as one analytic, too. */
function describeMembers(members: ReturnType<typeof membersOf>): string {
  const titles = members.map(({ title }) => title.toLowerCase());
  const isOfLengths = members.length > 1 && members.every(({ name }) => findableLengths(name) !== null);
  return [...titles, ...(isOfLengths ? ['vessel'] : [])].join(', ');
}

function membersOf(group: AnalyticGroup, offered: readonly string[]) {
  return analytics.filter((each) => each.group === group && offered.includes(each.name));
}
