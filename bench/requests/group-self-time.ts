/** What `node --cpu-prof` writes, as far as it is read (Chrome DevTools Protocol, Profiler.Profile). */
export type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  /** Which node was at work, and the microseconds since the sample before. */
  samples: number[];
  timeDeltas: number[];
  /** Only the last so many microseconds before the end count. */
  lastUs?: number;
};

/** Shares of the time that the process computes, by library: the time of its own functions. */
export const groupSelfTime = ({
  nodes,
  samples,
  timeDeltas,
  lastUs = Infinity,
}: Profile): Map<string, number> => {
  const libraries = new Map(nodes.map(({ id, callFrame }) => [id, nameLibrary(callFrame)]));
  const times = new Map<string, number>();
  let [leftUs, sumUs] = [lastUs, 0];
  for (let place = samples.length - 1; place >= 0 && leftUs > 0; place--) {
    const spentUs = timeDeltas[place]!;
    leftUs -= spentUs;
    const library = libraries.get(samples[place]!)!;
    if (library === IDLE) continue;
    times.set(library, (times.get(library) ?? 0) + spentUs);
    sumUs += spentUs;
  }
  return new Map([...times].map(([library, us]) => [library, us / sumUs]));
};

const IDLE = '(idle)';

const nameLibrary = ({ functionName, url }: Profile['nodes'][number]['callFrame']): string => {
  // (garbage collector), (program): what runs is native code of Node.js.
  if (url === '') return functionName.startsWith('(') ? functionName : 'Node.js, native';
  if (url.startsWith('node:')) return `Node.js, ${url.split('/')[0]}`;
  const installed = url.split('/node_modules/').at(-1)!;
  if (installed !== url)
    return installed
      .split('/')
      .slice(0, installed.startsWith('@') ? 2 : 1)
      .join('/');
  return `this service, ${/\/((?:apps\/server|packages)\/.*)\/[^/]*$/.exec(url)?.[1]?.split('/').slice(0, 4).join('/') ?? url}`;
};
