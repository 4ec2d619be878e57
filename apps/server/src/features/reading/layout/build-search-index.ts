import { DECISIONS, type Document } from '../documents/document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { readSections } from '../documents/read-sections.ts';
import { readChapters } from '../reference/read-operations.ts';

export type Entry = [address: string, title: string, page: string, words: string, kind: number];

// Among equal fits, the kind with the smaller number is found first.
const GUIDE = 0;
const HEADING = 1;
const OPERATION = 2;
const SDK_NAME = 3;
const DECISION = 4;

export const buildSearchIndex = (sdkDocuments: readonly Document[]): Entry[] => [
  ...listDocuments().flatMap(indexSections),
  ...sdkDocuments.map(indexSdkPage),
  ...readChapters().flatMap(({ slug, title, operations }) =>
    operations.map((operation): Entry => {
      const { id, summary, method, path, description } = operation;
      return [
        `docs/reference/${slug}#${id}`,
        summary,
        `${title} · ${method} ${path}`,
        listWords(`${id} ${method} ${path} ${description}`),
        OPERATION,
      ];
    }),
  ),
];

const indexSections = ({ path, title, source, shelf }: Document): Entry[] =>
  readSections(source).map(({ depth, anchor, title: heading, text }) => {
    const isDecision = shelf === DECISIONS;
    return depth === 1
      ? [path, title, isDecision ? 'Decision' : 'Guide', listWords(text), isDecision ? DECISION : GUIDE]
      : [`${path}#${anchor}`, heading, title, listWords(text), isDecision ? DECISION : HEADING];
  });

// The name finds an SDK page such as `Class: Sessions`; the guides and the reference have its text.
const indexSdkPage = ({ path, title }: Document): Entry => {
  const [kind = '', name] = title.split(': ');
  return name ? [path, name, `SDK · ${kind}`, '', SDK_NAME] : [path, title, 'SDK', '', SDK_NAME];
};

const listWords = (text: string): string =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? [])].join(' ');
