/**
 * Limits the number of comparisons that the checks of one file may make, so that hostile files cannot block the
 * import.
 */
export class ComparisonBudget {
  #left: number;

  constructor(comparisons: number) {
    this.#left = comparisons;
  }

  /** Comparisons that are left, never below zero. */
  get remaining(): number {
    return Math.max(0, this.#left);
  }

  /** Subtracts comparisons; returns whether enough were left. */
  spend(comparisons: number): boolean {
    this.#left -= comparisons;
    return this.#left >= 0;
  }
}
