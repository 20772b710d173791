import os from 'node:os';

/** The two clocks of a computer. */
export type Clock = {
  /** Epoch milliseconds, UTC; a user or the network may set it forwards and backwards. */
  wall(): number;
  /** Milliseconds from some fixed moment; never set, and it continues while the computer sleeps. */
  monotonic(): number;
};

/** The computer's clocks. The time since boot counts sleep on every system; `performance.now()` does not. */
export const systemClock: Clock = { wall: Date.now, monotonic: () => os.uptime() * 1000 };
