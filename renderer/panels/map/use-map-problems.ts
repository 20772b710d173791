import { useEffect, useState } from 'react';
import { useApp } from '../../app/app-context.tsx';

/** Why parts of the map cannot be drawn; empty when all of it can. */
export function useMapProblems(): readonly string[] {
  const { engine } = useApp();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(
    () =>
      engine.on({
        problem: (part, message) =>
          setProblems((before) => {
            const after = new Map(before);
            if (message === null) after.delete(part);
            else after.set(part, message);
            return after;
          }),
      }),
    [engine],
  );
  return [...problems.values()];
}
