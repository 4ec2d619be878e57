import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT_DIR } from '../../../paths.ts';
import { DECISIONS, type Document, FURTHER, SHELVES, titleOf } from './document.ts';
import type { ResolveLink } from '../../../http/pages/render-markdown.ts';

export const listDocuments = (): readonly Document[] => (documents ??= readDocuments());

// Read once: they change with the release only.
let documents: Document[] | undefined;

const readDocuments = (): Document[] => [
  ...sortGuides(readGuides()),
  { path: 'docs/changelog', shelf: 'SDK', title: 'Changelog', file: '', source: readChangelog() },
  ...readDecisions(),
];

const readDecisions = (): Document[] => {
  const decisions = listFiles('docs/decisions').map((name) =>
    readDocument(`docs/decisions/${name}`, { shelf: DECISIONS }),
  );
  const links = decisions.map(({ path, title }) => `- [${title}](${nameOf({ path })}.md)`).join('\n');
  const source = `# Decisions\n\nWhat was decided in the making of the service, and why.\n\n${links}\n`;
  return [
    { path: 'docs/decisions', shelf: 'How it is made', title: 'Decisions', file: 'docs/decisions/', source },
    ...decisions,
  ];
};

const readGuides = (): Document[] => [
  { ...readDocument('packages/sdk/README.md', { path: 'docs/sdk' }), title: 'The SDK' },
  ...listFiles('docs').map((name) => readDocument(`docs/${name}`)),
];

const sortGuides = (guides: Document[]): Document[] =>
  [...Object.entries(SHELVES), [FURTHER, [] as string[]] as const].flatMap(([shelf, names]) =>
    guides
      .filter((guide) => guide.shelf === shelf)
      .sort((a, b) => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b))),
  );

const nameOf = ({ path }: Pick<Document, 'path'>): string => path.slice('docs/'.length);

const readDocument = (file: string, given: Partial<Pick<Document, 'path' | 'shelf'>> = {}): Document => {
  const path = given.path ?? file.replace(/\.md$/, '');
  const source = readFileSync(join(ROOT_DIR, file), 'utf8');
  return { path, shelf: given.shelf ?? shelfOf(path), title: titleOf(source, path), file, source };
};

const shelfOf = (path: string): string => {
  const found = Object.entries(SHELVES).find(([, names]) => names.includes(nameOf({ path })));
  return found ? found[0] : FURTHER;
};

const listFiles = (folder: string): string[] =>
  readdirSync(join(ROOT_DIR, folder))
    .filter((name) => name.endsWith('.md'))
    .sort();

const readChangelog = (): string => {
  const released = join(ROOT_DIR, 'packages/sdk/CHANGELOG.md');
  return writeChangelog({
    changesets: listFiles('.changeset').map((name) =>
      readFileSync(join(ROOT_DIR, '.changeset', name), 'utf8'),
    ),
    released: existsSync(released) ? readFileSync(released, 'utf8') : '',
  });
};

type Changes = {
  changesets: readonly string[];
  released: string;
};

export const writeChangelog = ({ changesets, released }: Changes): string => {
  const changes = changesets.map(readChangeset);
  const sections = BUMPS.flatMap(({ bump, heading }) => {
    const texts = changes.filter((change) => change.bump === bump).map(({ text }) => writeItem(text));
    return texts.length > 0 ? [`### ${heading}\n\n${texts.join('\n')}`] : [];
  });
  const next = sections.length > 0 ? `## In the next release\n\n${sections.join('\n\n')}\n\n` : '';
  return `# Changelog\n\nWhat changed in \`@field-inspection/sdk\` and in the API that it calls.\n\n${next}${released.replace(/^# .*$/m, '').trim()}\n`;
};

const BUMPS = [
  { bump: 'major', heading: 'Major changes' },
  { bump: 'minor', heading: 'Minor changes' },
  { bump: 'patch', heading: 'Patch changes' },
];

const readChangeset = (source: string): { bump: string | undefined; text: string } => {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(source) ?? [];
  return { bump: /: *(\w+)/.exec(head)?.[1], text: text.trim() };
};

const writeItem = (text: string): string => `- ${text.replaceAll('\n', '\n  ')}`;

type Origin = Pick<Document, 'file'> & {
  root: string;
  ending?: string;
  among?: readonly Document[];
};

export const resolveLinks =
  ({ file, root, ending = '', among = listDocuments() }: Origin): ResolveLink =>
  (href) => {
    if (href.startsWith('https://') || href.startsWith('#')) return href;
    const [target = '', anchor] = href.split('#');
    const named = posix.join(posix.dirname(file), target);
    const path = among.find((document) => document.file === named)?.path;
    if (path === undefined) return undefined;
    return `${root}${path}${ending}${anchor === undefined ? '' : `#${anchor}`}`;
  };
