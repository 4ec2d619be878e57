import { keepPage } from '../../../http/pages/keep-page.ts';
import type { PageRequest, PageRoute } from '../../../http/pages/page.ts';
import { renderMarkdown, type ResolveLink } from '../../../http/pages/render-markdown.ts';
import type { Document } from '../documents/document.ts';
import { listDocuments, resolveLinks } from '../documents/list-documents.ts';
import { readSections, writeMarkdown } from '../documents/read-sections.ts';
import { documentPage, rootOf } from '../layout/document-page.ts';
import { markdownFile } from './text-file.ts';
import type { Context } from '../../../context.ts';
import { notFoundPage } from '../../../http/pages/not-found-page.ts';
import { readSdkDocuments } from '../documents/read-sdk-documents.ts';

export const documentPages = (): PageRoute[] =>
  listDocuments().flatMap((document) => pagesOf(document, listDocuments()));

export const pagesOf = (document: Document, among: readonly Document[]): PageRoute[] => {
  const { file, source, path } = document;
  const origin = { file, root: rootOf(path), among };
  return [
    { path: `/${path}`, answer: keepPage(() => renderDocument(document, resolveLinks(origin))) },
    markdownFile(`/${path}.md`, () => writeMarkdown(source, resolveLinks({ ...origin, ending: '.md' }))),
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

const describe = (source: string, title: string): string => {
  const paragraph = source.split('\n\n').find((block) => /^[A-Z`*]/.test(block)) ?? '';
  const text = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*\n]/g, (mark) => (mark === '\n' ? ' ' : ''));
  return /^.+?[.!?](?= |$)/.exec(text)?.[0] ?? `${title}, of the Field Inspection Service.`;
};

export const sdkPages = (context: Pick<Context, 'log'>): PageRoute[] => {
  let answers: Promise<Map<string, PageRoute['answer']>> | undefined;
  const readAnswers = async () => {
    const documents = await readSdkDocuments(context);
    const pages = documents.flatMap((document) => pagesOf(document, documents));
    return new Map(pages.map(({ path, answer }) => [path, answer]));
  };
  const answer = async (request: PageRequest) => {
    const path = `/docs/sdk/${[request.params.page].flat().join('/')}`;
    const found = (await (answers ??= readAnswers())).get(path);
    return found ? found(request) : { status: 404, ...notFoundPage(path) };
  };
  return [{ path: '/docs/sdk/*page', answer }];
};
