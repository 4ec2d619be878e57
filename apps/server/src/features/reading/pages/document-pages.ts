import { keepPage } from '../../../http/pages/keep-page.ts';
import type { PageRoute } from '../../../http/pages/page.ts';
import { renderMarkdown } from '../../../http/pages/render-markdown.ts';
import type { Document } from '../documents/document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { readSections } from '../documents/read-sections.ts';
import { resolveLinks } from '../documents/resolve-links.ts';
import { writeMarkdown } from '../documents/write-markdown.ts';
import { documentPage, rootOf } from '../layout/document-page.ts';
import { markdownFile } from './text-file.ts';

/** The pages of the guides, the decisions, the changelog and the SDK's reference, each as Markdown, too. */
export const documentPages = (): PageRoute[] =>
  listDocuments().flatMap((document) => [
    { path: `/${document.path}`, answer: keepPage(() => renderDocument(document)) },
    markdownFile(`/${document.path}.md`, () => {
      const { file, source, path } = document;
      return writeMarkdown(source, resolveLinks({ file, root: rootOf(path), ending: '.md' }));
    }),
  ]);

const renderDocument = ({ path, title, file, source }: Document) =>
  documentPage({
    path,
    title,
    description: describe(source, title),
    content: renderMarkdown(source, resolveLinks({ file, root: rootOf(path) })),
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
