/** A pair that is possible; it is worth `score`, which may be negative. */
export type PossiblePair = { readonly row: number; readonly column: number; readonly score: number };

/** The best assignment, and how much worse each other choice is. */
export type Assignment = {
  /** The column of each row, or null. */
  readonly columns: readonly (number | null)[];
  /** Loss of the best assignment that does not give a row its column, or gives it one. */
  readonly margins: readonly number[];
  /** Loss of the best assignment with a pair, by the pair's index; 0 for the pairs of the best one. */
  readonly losses: readonly number[];
};

/**
 * Assigns rows to columns, each at most once, so that the sum of the scores is greatest; no pair is made for less than
 * nothing. Margins and losses above `horizon` are infinite.
 *
 * Shortest augmenting paths with potentials (J. Munkres, SIAM J. 5, 1957; R. Jonker and A. Volgenant, Computing 38,
 * 1987) on the possible pairs alone. Margins are shortest cycles of the remaining graph, which no package computes.
 */
export function assign(
  rows: number,
  columns: number,
  pairs: readonly PossiblePair[],
  horizon: number,
): Assignment {
  const state: State = {
    pairs,
    ofRow: groupBy(pairs, rows, ({ row }) => row),
    ofColumn: groupBy(pairs, columns, ({ column }) => column),
    pairOfRow: new Array<number>(rows).fill(-1),
    pairOfColumn: new Array<number>(columns).fill(-1),
    rowPotential: new Float64Array(rows),
    columnPotential: new Float64Array(columns),
  };
  for (let row = 0; row < rows; row += 1) augment(state, row);
  const margins: number[] = [];
  const losses = new Array<number>(pairs.length).fill(Number.POSITIVE_INFINITY);
  const graph = createGraph(state);
  // Every path through “none” is one to it and one from it, which are the same for all rows.
  const toNone = distancesOf(graph.none, graph.before, horizon);
  const fromNone = distancesOf(graph.none, graph.after, horizon);
  for (let row = 0; row < rows; row += 1) {
    const passing = fromNone.get(row) ?? Number.POSITIVE_INFINITY;
    const beforeRow = (node: number, visit: Visit) => {
      if (node !== graph.none) graph.before(node, visit);
    };
    const direct = distancesOf(row, beforeRow, horizon);
    const distance = (node: number) =>
      Math.min(
        direct.get(node) ?? Number.POSITIVE_INFINITY,
        (node === graph.none ? 0 : (toNone.get(node) ?? Number.POSITIVE_INFINITY)) + passing,
      );
    margins.push(measureRow(state, row, horizon, losses, distance));
  }
  return {
    columns: state.pairOfRow.map((pair) => pairs[pair]?.column ?? null),
    margins,
    losses,
  };
}

type State = {
  readonly pairs: readonly PossiblePair[];
  readonly ofRow: readonly (readonly number[])[];
  readonly ofColumn: readonly (readonly number[])[];
  readonly pairOfRow: number[];
  readonly pairOfColumn: number[];
  /** Costs are negative scores: cost − row potential − column potential is never negative, and 0 for made pairs. */
  readonly rowPotential: Float64Array;
  readonly columnPotential: Float64Array;
};

function groupBy(
  pairs: readonly PossiblePair[],
  count: number,
  key: (pair: PossiblePair) => number,
): number[][] {
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (const [index, pair] of pairs.entries()) groups[key(pair)]?.push(index);
  return groups;
}

function reducedCost(state: State, index: number): number {
  const pair = state.pairs[index];
  if (!pair) return Number.POSITIVE_INFINITY;
  const { row, column, score } = pair;
  const cost = -score - (state.rowPotential[row] ?? 0) - (state.columnPotential[column] ?? 0);
  return Math.max(0, cost);
}

/** Adds a row by the cheapest chain of exchanges, which may end with a row that has no column. */
function augment(state: State, added: number): void {
  const { pairs, ofRow, pairOfRow, pairOfColumn, rowPotential, columnPotential } = state;
  const lowest = Math.min(
    0,
    ...(ofRow[added] ?? []).map(
      (index) => -(pairs[index]?.score ?? 0) - (columnPotential[pairs[index]?.column ?? 0] ?? 0),
    ),
  );
  rowPotential[added] = lowest;
  const distance = new Map<number, number>();
  const reachedBy = new Map<number, number>();
  const done = new Set<number>();
  const rowsDone = new Map<number, number>([[added, 0]]);
  const queue = new MinQueue();
  // Ending with a row costs its potential (it loses its column), with a free column nothing more.
  let best = -(rowPotential[added] ?? 0);
  let endRow = added;
  let endColumn = -1;
  const relax = (row: number, soFar: number) => {
    for (const index of ofRow[row] ?? []) {
      if (pairOfRow[row] === index) continue;
      const column = pairs[index]?.column ?? -1;
      const reached = soFar + reducedCost(state, index);
      if (reached >= (distance.get(column) ?? Number.POSITIVE_INFINITY)) continue;
      distance.set(column, reached);
      reachedBy.set(column, index);
      queue.push(column, reached);
    }
  };
  relax(added, 0);
  for (let item = queue.pop(); item !== undefined && item.priority < best; item = queue.pop()) {
    const { value: column, priority } = item;
    if (done.has(column) || priority > (distance.get(column) ?? 0)) continue;
    done.add(column);
    const holder = pairs[pairOfColumn[column] ?? -1]?.row;
    if (holder === undefined) {
      best = priority;
      endColumn = column;
      break;
    }
    rowsDone.set(holder, priority);
    const dropped = priority - (rowPotential[holder] ?? 0);
    if (dropped < best) [best, endRow] = [dropped, holder];
    relax(holder, priority);
  }
  for (const [row, reached] of rowsDone) {
    if (reached < best) rowPotential[row] = (rowPotential[row] ?? 0) + best - reached;
  }
  for (const column of done) {
    const reached = distance.get(column) ?? best;
    if (reached < best) columnPotential[column] = (columnPotential[column] ?? 0) - (best - reached);
  }
  exchange(state, endColumn, endRow, reachedBy);
}

/** Gives the rows on the chain to `endColumn`, or to the column of `endRow`, their new columns. */
function exchange(
  state: State,
  endColumn: number,
  endRow: number,
  reachedBy: ReadonlyMap<number, number>,
): void {
  const { pairs, pairOfRow, pairOfColumn } = state;
  let column = endColumn;
  if (column < 0) {
    const dropped = pairOfRow[endRow] ?? -1;
    if (dropped < 0) return;
    column = pairs[dropped]?.column ?? -1;
    pairOfRow[endRow] = -1;
  }
  while (column >= 0) {
    const index = reachedBy.get(column) ?? -1;
    const row = pairs[index]?.row ?? -1;
    const previous = pairOfRow[row] ?? -1;
    pairOfRow[row] = index;
    pairOfColumn[column] = index;
    column = pairs[previous]?.column ?? -1;
  }
}

/** The cheapest cycles through each other choice of a row, by the distances of all nodes to it. */
function measureRow(
  state: State,
  row: number,
  horizon: number,
  losses: number[],
  distance: (node: number) => number,
): number {
  const { pairs, ofRow, pairOfRow, rowPotential } = state;
  const rowCount = pairOfRow.length;
  const current = pairOfRow[row] ?? -1;
  let margin = Number.POSITIVE_INFINITY;
  const consider = (loss: number) => {
    const bounded = loss <= horizon ? loss : Number.POSITIVE_INFINITY;
    margin = Math.min(margin, bounded);
    return bounded;
  };
  for (const index of ofRow[row] ?? []) {
    if (index === current) losses[index] = 0;
    else
      losses[index] = consider(reducedCost(state, index) + distance(rowCount + (pairs[index]?.column ?? -1)));
  }
  if (current >= 0) consider(distance(rowCount + state.pairOfColumn.length) - (rowPotential[row] ?? 0));
  return margin;
}

type Visit = (node: number, cost: number) => void;

/** The graph of exchanges. Its nodes are the rows, the columns, and one that stands for “none”. */
function createGraph(state: State) {
  const { pairs, ofRow, ofColumn, pairOfRow, pairOfColumn, columnPotential, rowPotential } = state;
  const rowCount = pairOfRow.length;
  const none = rowCount + pairOfColumn.length;
  const columnOf = (index: number) => rowCount + (pairs[index]?.column ?? -1);
  return {
    none,
    /** Visits the nodes from which an arc leads to a node, and those to which one leads from it. */
    before(node: number, visit: Visit): void {
      if (node === none) {
        // A row that loses its column, or a column that is free, leads to “none”.
        for (const [row, index] of pairOfRow.entries()) if (index >= 0) visit(row, -(rowPotential[row] ?? 0));
        for (const [column, index] of pairOfColumn.entries()) if (index < 0) visit(rowCount + column, 0);
      } else if (node < rowCount) {
        // A column leads to the row that has it, and “none” to a row without one.
        const made = pairOfRow[node] ?? -1;
        visit(made < 0 ? none : columnOf(made), 0);
      } else {
        const made = pairOfColumn[node - rowCount] ?? -1;
        for (const index of ofColumn[node - rowCount] ?? [])
          if (index !== made) visit(pairs[index]?.row ?? -1, reducedCost(state, index));
        if (made >= 0) visit(none, -(columnPotential[node - rowCount] ?? 0));
      }
    },
    after(node: number, visit: Visit): void {
      if (node === none) {
        for (const [row, index] of pairOfRow.entries()) if (index < 0) visit(row, 0);
        for (const [column, index] of pairOfColumn.entries())
          if (index >= 0) visit(rowCount + column, -(columnPotential[column] ?? 0));
      } else if (node < rowCount) {
        const made = pairOfRow[node] ?? -1;
        for (const index of ofRow[node] ?? [])
          if (index !== made) visit(columnOf(index), reducedCost(state, index));
        if (made >= 0) visit(none, -(rowPotential[node] ?? 0));
      } else {
        const made = pairOfColumn[node - rowCount] ?? -1;
        visit(made < 0 ? none : (pairs[made]?.row ?? -1), 0);
      }
    },
  };
}

/** The distances of nodes from or to one, up to `horizon` (Dijkstra). */
function distancesOf(
  start: number,
  neighbors: (node: number, visit: Visit) => void,
  horizon: number,
): ReadonlyMap<number, number> {
  const distance = new Map<number, number>([[start, 0]]);
  const queue = new MinQueue();
  queue.push(start, 0);
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const { value: node, priority } = item;
    if (priority > (distance.get(node) ?? 0)) continue;
    neighbors(node, (next, cost) => {
      const reached = priority + cost;
      if (reached > horizon || reached >= (distance.get(next) ?? Number.POSITIVE_INFINITY)) return;
      distance.set(next, reached);
      queue.push(next, reached);
    });
  }
  return distance;
}

/** A binary heap of numbers by priority. */
class MinQueue {
  readonly #items: { readonly value: number; readonly priority: number }[] = [];

  push(value: number, priority: number): void {
    const items = this.#items;
    const item = { value, priority };
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (!above || above.priority <= priority) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): { readonly value: number; readonly priority: number } | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (!first || !last || items.length === 0) return first;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      const right = items[child + 1];
      let least = items[child];
      if (!least) break;
      if (right && right.priority < least.priority) {
        least = right;
        child += 1;
      }
      if (least.priority >= last.priority) break;
      items[at] = least;
      at = child;
    }
    items[at] = last;
    return first;
  }
}
