export type Source = { path: string; imports: Import[] };
export type Import = { path: string; isType: boolean };

const SERVER = 'apps/server/src/';
const FEATURES = `${SERVER}features/`;

/** A feature offers this folder to others; all else is its own. */
const OFFERED = 'exports';

/** From features on resources down to the sinks. Each may use those of lower lines. */
const LAYERS = [
  ['housekeeping'],
  ['retention'],
  [
    'anchors',
    'billing',
    'bundle',
    'campaign-reports',
    'console-page',
    'inspections',
    'invitation-page',
    'join',
    'join-page',
    'organisation-export',
    'reading',
    'sign-in-page',
    'sign-page',
    'signatures',
    'verify-page',
  ],
  ['reports'],
  ['field', 'whiteboards'],
  ['uploads'],
  ['campaigns', 'evidence', 'organisations', 'participants', 'sso'],
  ['credentials', 'members', 'sessions', 'webhooks'],
  ['sign-in'],
  ['notifications'],
  ['branding', 'templates'],
  ['events'],
  ['audit', 'drawings', 'media'],
  ['consents', 'quotas'],
];

/** Processes alone know the demo wing. */
const PROCESSES = ['main.ts', 'admin.ts', 'create-migration.ts'].map((name) => SERVER + name);

/** Only folders `prepared/` and the queue of deliveries may use the module that sends prepared SQL. */
const RUN_PREPARED = `${SERVER}platform/database/run-prepared.ts`;
const PREPARED_FOLDERS = /\/prepared\/[^/]+$|\/features\/webhooks\/(dispatch|pull)\/[^/]+$/;

/** Every folder may ask for the type of the wiring. */
const WIRING = `${SERVER}context.ts`;

/** Rules and the SDK's fake may use, at run time, only the part of the contract without zod. */
const RULES = 'packages/rules/src/';
const CONTRACT = '@field-inspection/contract';
const PLAIN_CONTRACT = `${CONTRACT}/plain`;
const PLAIN_ENTRY = 'packages/contract/src/plain.ts';

const MAX_FILES = 25;
const COUNTED = [
  'apps/server/src/',
  'apps/field/src/',
  'apps/pages/src/',
  'apps/console/src/',
  'packages/contract/src/',
  'packages/openapi/',
  'packages/sdk/',
  'packages/evidence/',
  'packages/drawing/',
  'packages/messages/',
  'packages/rules/',
  'packages/signalling/',
  'packages/ui/',
];

export const judgeFolders = (sources: Source[]): string[] => [
  ...sources.flatMap(judgeFeature),
  ...sources.flatMap(judgeWing),
  ...sources.flatMap(judgePrepared),
  ...sources.flatMap(judgeRules),
  ...judgePlain(sources),
  ...findCircles(linkFiles(sources)).map((circle) => `Files import each other: ${circle.join(' -> ')}`),
  ...findCircles(linkFolders(sources)).map((circle) => `Folders import each other: ${circle.join(' -> ')}`),
  ...judgeSizes(sources),
];

const featureOf = (path: string): string | undefined =>
  path.startsWith(FEATURES) ? path.slice(FEATURES.length).split('/')[0] : undefined;

const layerOf = (feature: string): number => LAYERS.findIndex((layer) => layer.includes(feature));

const judgeFeature = ({ path, imports }: Source): string[] => {
  const feature = featureOf(path);
  if (!feature) return [];
  if (layerOf(feature) < 0) return [`${path}: script/judge-folders.ts names no layer for ${feature}.`];
  return imports.flatMap((imported) => {
    const other = featureOf(imported.path);
    if (!other || other === feature) return [];
    if (!imported.path.startsWith(`${FEATURES}${other}/${OFFERED}/`)) {
      return [`${path}: ${imported.path} is ${other}'s own; only ${other}/${OFFERED}/ is for others.`];
    }
    if (layerOf(other) > layerOf(feature)) return [];
    return [
      `${path}: ${feature} may not know ${other}, which stands no lower (LAYERS in script/judge-folders.ts).`,
    ];
  });
};

const judgeWing = ({ path, imports }: Source): string[] => {
  if (path.startsWith(`${SERVER}demo/`) || PROCESSES.includes(path)) return [];
  return imports
    .filter((imported) => imported.path.startsWith(`${SERVER}demo/`))
    .map((imported) => `${path}: ${imported.path} is of demo mode, which only ${PROCESSES.join(', ')} know.`);
};

const judgePrepared = ({ path, imports }: Source): string[] =>
  PREPARED_FOLDERS.test(path) || !imports.some((imported) => imported.path === RUN_PREPARED)
    ? []
    : [`${path}: prepared SQL lies in a folder named prepared/; everywhere else it is Prisma that asks.`];

// Rules are pure: they do no I/O, and ship inside the SDK's fake.
const judgeRules = ({ path, imports }: Source): string[] => {
  if (!path.startsWith(RULES)) return [];
  return imports
    .filter(({ path: to, isType }) => {
      if (to.startsWith(RULES) || to === PLAIN_CONTRACT) return false;
      return to !== CONTRACT || !isType;
    })
    .map(
      ({ path: to }) =>
        `${path}: ${to} is no import for rules, which have the contract's types and ${PLAIN_CONTRACT}.`,
    );
};

const judgePlain = (sources: Source[]): string[] => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const seen = new Set<string>();
  const faults: string[] = [];
  const walk = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: to, isType } of byPath.get(path)?.imports ?? []) {
      if (isType) continue;
      if (byPath.has(to)) walk(to);
      else
        faults.push(
          `${path}: ${to} would be in ${PLAIN_ENTRY}, which needs nothing but the contract's own files.`,
        );
    }
  };
  walk(PLAIN_ENTRY);
  return faults;
};

type Links = Map<string, Set<string>>;

const linkFiles = (sources: Source[]): Links => {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      new Set(imports.filter((to) => paths.has(to.path) && !isWiring(to)).map((to) => to.path)),
    ]),
  );
};

const isWiring = ({ path, isType }: Import): boolean => isType && path === WIRING;

// Each file at the top of a tree counts as a folder: it puts folders together, or all folders use it.
const linkFolders = (sources: Source[]): Links => {
  const links: Links = new Map();
  for (const [from, targets] of linkFiles(sources)) {
    const folder = folderOf(from);
    const known = links.get(folder) ?? new Set();
    for (const to of targets) if (folderOf(to) !== folder) known.add(folderOf(to));
    links.set(folder, known);
  }
  return links;
};

const folderOf = (path: string): string =>
  /^(apps|packages)\/[^/]+\/[^/]+\/[^/]+$/.test(path) ? path : parentOf(path);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const findCircles = (links: Links): string[][] => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (at: string, way: string[]): void => {
    if (way.includes(at)) {
      circles.push([...way.slice(way.indexOf(at)), at]);
      return;
    }
    if (done.has(at)) return;
    for (const next of links.get(at) ?? []) walk(next, [...way, at]);
    done.add(at);
  };
  for (const at of links.keys()) walk(at, []);
  return circles;
};

const judgeSizes = (sources: Source[]): string[] => {
  const counts = new Map<string, number>();
  for (const { path } of sources.filter(isCounted)) {
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(
      ([folder, count]) => `${folder} has ${count} files; more than ${MAX_FILES} are to be split by concept.`,
    );
};

// The generator writes one file a family of the contract there, which nobody reads through.
const GENERATED = 'packages/sdk/src/resources/';

const isCounted = ({ path }: Source): boolean =>
  COUNTED.some((tree) => path.startsWith(tree)) && !path.startsWith(GENERATED);
