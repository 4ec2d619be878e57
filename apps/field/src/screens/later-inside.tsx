import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Inspection } from '../inspection.ts';
import { loadInsideTexts } from '../texts/load-screen-texts.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { Waiting } from '../loading/waiting.tsx';

type InsideProps = { inspection: Inspection };

let loading: Promise<ComponentType<InsideProps>> | undefined;

/** The screens of an inspection are no part of the first load. They are asked for while the person joins. */
const loadInside = (): Promise<ComponentType<InsideProps>> => {
  loading ??= Promise.all([import('../inside/inside.tsx'), loadInsideTexts()]).then(([{ Inside }]) => Inside);
  return loading;
};

let hasMissed = false;

/** While the person enters the code. Without a network nothing comes, and the page has to begin anew after the join. */
export const loadInsideAhead = (): void => void loadInside().catch(() => (hasMissed = true));

export const LaterInside = ({ inspection }: InsideProps) => {
  const { loaded: Inside, hasFailed } = useLoaded(loadInside);
  useEffect(() => {
    if (!hasFailed) return;
    // The join has just shown that the network is back. A page that has begun anew asked for nothing ahead.
    if (hasMissed) return loadAnew();
    addEventListener('online', loadAnew);
    return () => removeEventListener('online', loadAnew);
  }, [hasFailed]);
  return Inside ? <Inside inspection={inspection} /> : <Waiting hasFailed={hasFailed} onRetry={loadAnew} />;
};

/** A page does not ask again for a script that failed to come: only the next page does. The device is in by now. */
const loadAnew = (): void => location.reload();
