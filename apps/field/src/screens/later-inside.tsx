import type { ComponentType } from 'preact';
import type { Inspection } from '../inspection.ts';
import { loadInsideTexts } from '../texts/load-screen-texts.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { Waiting } from '../loading/waiting.tsx';

type InsideProps = { inspection: Inspection };

let loading: Promise<ComponentType<InsideProps>> | undefined;

/** The screens of an inspection are no part of the first load. They are asked for while the person joins. */
const loadInside = (): Promise<ComponentType<InsideProps>> => {
  loading ??= Promise.all([import('../inside/inside.tsx'), loadInsideTexts()]).then(([{ Inside }]) => Inside);
  loading.catch(() => (loading = undefined));
  return loading;
};

/** While the person enters the code. Without a network nothing comes, and it is asked for again after the join. */
export const loadInsideAhead = (): void => void loadInside().catch(() => undefined);

export const LaterInside = ({ inspection }: InsideProps) => {
  const { loaded: Inside, hasFailed, retry } = useLoaded(loadInside);
  return Inside ? <Inside inspection={inspection} /> : <Waiting hasFailed={hasFailed} onRetry={retry} />;
};
