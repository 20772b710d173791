import { useEffect, useState } from 'react';
import { useApp } from '../../app/app-context.tsx';

/** Why a part of the map cannot be drawn, or null. */
export function useMapProblem(): string | null {
  const { engine } = useApp();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => engine.on({ problem: setProblem }), [engine]);
  return problem;
}
