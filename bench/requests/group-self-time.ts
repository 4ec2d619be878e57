/** The part of V8's profile that is read (Chrome DevTools Protocol, Profiler.Profile). */
export type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  /** Which node was at work, and the microseconds since the sample before. */
  samples: number[];
  timeDeltas: number[];
};

/** Shares of the time that the process computes, by library: the time of its own functions. */
export const groupSelfTime = ({ nodes, samples, timeDeltas }: Profile): Map<string, number> => {
  const libraries = new Map(nodes.map(({ id, callFrame }) => [id, nameLibrary(callFrame)]));
  const times = new Map<string, number>();
  let sumUs = 0;
  // The time of a sample is the one until the next.
  samples.forEach((node, place) => {
    const library = libraries.get(node)!;
    const spentUs = Math.max(0, timeDeltas[place + 1] ?? 0);
    if (library === IDLE) return;
    times.set(library, (times.get(library) ?? 0) + spentUs);
    sumUs += spentUs;
  });
  return new Map([...times].map(([library, us]) => [library, us / sumUs]));
};

const IDLE = '(idle)';

const nameLibrary = ({ functionName, url }: Profile['nodes'][number]['callFrame']): string => {
  // (garbage collector); (program): what runs is no JavaScript.
  if (url === '') return functionName.startsWith('(') ? functionName : 'Node.js, native functions';
  if (url.startsWith('node:')) return 'Node.js, its JavaScript';
  if (url.startsWith('wasm:')) return 'WebAssembly';
  const installed = url.split('/node_modules/').at(-1)!;
  if (installed !== url) {
    const [first, second] = installed.split('/');
    return first!.startsWith('@') ? `${first}/${second}` : first!;
  }
  const room = /\/(?:apps|packages)\/(.*)$/.exec(url)?.[1]?.split('/').slice(0, 3).join('/');
  return `this service, ${room ?? url}`;
};
