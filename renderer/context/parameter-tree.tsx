import type { ParameterNode } from '../../shared/results/processor-parameters.ts';
import styles from './parameter-tree.module.css';

/** Objects and lists with more members than this are closed at first. */
const maxOpenMembers = 20;

/** The parameters of a processor; objects and lists open and close. */
export function ParameterTree({
  nodes,
  label,
}: {
  readonly nodes: readonly ParameterNode[];
  /** Accessible name; undefined within another tree. */
  readonly label?: string;
}) {
  return (
    <ul className={styles.tree} aria-label={label}>
      {nodes.map((node) => (
        <li key={node.name}>
          {'nodes' in node ? (
            <details open={node.nodes.length <= maxOpenMembers}>
              <summary>{node.name}</summary>
              <ParameterTree nodes={node.nodes} />
            </details>
          ) : (
            <>
              <span className="muted">{node.name}</span> <span className={styles.value}>{node.value}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
