import { keepPage } from '../../../http/pages/keep-page.ts';
import type { PageRoute } from '../../../http/pages/page.ts';
import { renderMarkdown, type ResolveLink } from '../../../http/pages/render-markdown.ts';
import type { Document } from '../documents/document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { readSections } from '../documents/read-sections.ts';
import { resolveLinks } from '../documents/resolve-links.ts';
import { writeMarkdown } from '../documents/write-markdown.ts';
import { documentPage, rootOf } from '../layout/document-page.ts';
import { markdownFile } from './text-file.ts';

/** The pages of the guides, the decisions and the changelog, each as Markdown, too. */
export const documentPages = (): PageRoute[] =>
  listDocuments().flatMap((document) => pagesOf(document, listDocuments()));

/** A document's page and its Markdown; `among` are those that its links lead to. */
export const pagesOf = (document: Document, among: readonly Document[]): PageRoute[] => {
  const { file, source, path } = document;
  const place = { file, root: rootOf(path), among };
  return [
    { path: `/${path}`, answer: keepPage(() => renderDocument(document, resolveLinks(place))) },
    markdownFile(`/${path}.md`, () => writeMarkdown(source, resolveLinks({ ...place, ending: '.md' }))),
  ];
};

const renderDocument = ({ path, title, source }: Document, resolve: ResolveLink) =>
  documentPage({
    path,
    title,
    description: describe(source, title),
    content: renderMarkdown(source, resolve),
    sections: readSections(source).filter(({ depth }) => depth === 2),
    hasMarkdown: true,
  });

/** The document's first sentence. */
const describe = (source: string, title: string): string => {
  const paragraph = source.split('\n\n').find((block) => /^[A-Z`*]/.test(block)) ?? '';
  const text = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*\n]/g, (mark) => (mark === '\n' ? ' ' : ''));
  return /^.+?[.!?](?= |$)/.exec(text)?.[0] ?? `${title}, of the Field Inspection Service.`;
};
