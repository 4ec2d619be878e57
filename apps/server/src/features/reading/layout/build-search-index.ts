import { SDK_PAGES } from '../documents/document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { readSections } from '../documents/read-sections.ts';
import { readChapters } from '../reference/read-operations.ts';

/** One place that can be found: its address below the root, its title, the page or chapter, and its other words. */
export type Entry = [address: string, title: string, place: string, words: string];

/** Everything that the search finds: the sections of the guides, the operations, the SDK's names. */
export const buildSearchIndex = (): Entry[] => [
  ...listDocuments().flatMap((document) =>
    document.shelf === SDK_PAGES ? [indexSdkPage(document)] : indexSections(document),
  ),
  ...readChapters().flatMap(({ slug, title, operations }) =>
    operations.map((operation): Entry => {
      const { id, summary, method, path, description } = operation;
      return [
        `docs/reference/${slug}#${id}`,
        summary,
        `${title} · ${method} ${path}`,
        listWords(`${id} ${method} ${path} ${description}`),
      ];
    }),
  ),
];

const indexSections = ({ path, title, source }: { path: string; title: string; source: string }): Entry[] =>
  readSections(source).map((section) =>
    section.depth === 1
      ? [path, title, 'Guide', listWords(section.text)]
      : [`${path}#${section.anchor}`, section.title, title, listWords(section.text)],
  );

// `Class: Sessions` is found by its name; its text is that of the guides and of the reference.
const indexSdkPage = ({ path, title }: { path: string; title: string }): Entry => {
  const [kind = '', name] = title.split(': ');
  return name ? [path, name, `SDK · ${kind}`, ''] : [path, title, 'SDK', ''];
};

/** Each word once: what is found is a place, not a sentence. */
const listWords = (text: string): string =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? [])].join(' ');
