import { html, type Html } from '../../../http/pages/html.ts';
import type { Page, PageRoute } from '../../../http/pages/page.ts';
import { renderMarkdown } from '../../../http/pages/render-markdown.ts';
import { documentPage } from '../layout/document-page.ts';
import { readOpenApi } from '../reference/openapi.ts';
import { type Chapter, readChapters } from '../reference/read-operations.ts';
import { renderOperation } from '../chapters/render-operation.ts';
import { writeChapter } from '../chapters/write-chapter.ts';
import { toWords } from '../documents/read-sections.ts';
import type { SampleTarget } from '../samples/write-samples.ts';
import { keepForReader, markdownFile, type Reader } from './text-file.ts';

export const referencePages = (reader: Reader): PageRoute[] => [
  { path: '/docs/reference', answer: keepForReader(reader, renderList) },
  markdownFile('/docs/reference.md', writeReference),
  ...readChapters().flatMap((chapter) => [
    {
      path: `/docs/reference/${chapter.slug}`,
      answer: keepForReader(reader, (target) => renderChapter(chapter, target)),
    },
    markdownFile(`/docs/reference/${chapter.slug}.md`, () =>
      writeChapter(chapter, { baseUrl: reader.config.baseUrl }),
    ),
  ]),
];

const renderList = (): Page =>
  documentPage({
    path: 'docs/reference',
    title: 'API reference',
    description: readOpenApi().info.summary,
    content: html`${renderMarkdown(readOpenApi().info.description)}
      <ul>
        <li><a href="../v1/openapi.json">OpenAPI 3.1 document</a></li>
        <li><a href="../v1/arazzo.yaml">The main flows, as Arazzo 1.0</a></li>
        <li><a href="../v1/postman.json">A collection for Postman and other API clients</a></li>
        <li><a href="explorer">Try it out in the browser</a></li>
      </ul>
      ${readChapters().map(listChapter)}`,
    sections: readChapters().map(({ title, slug }) => ({ title, anchor: slug })),
    hasMarkdown: true,
  });

const listChapter = ({ slug, title, description, operations }: Chapter): Html => html`
  <h2 id="${slug}"><a href="reference/${slug}">${title}</a></h2>
  ${renderMarkdown(description)}
  <ul class="operations">
    ${operations.map(
      ({ id, method, path, summary }) =>
        html`<li>
          <a href="reference/${slug}#${id}">${summary}</a>
          <span class="call"
            ><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></span
          >
        </li>`,
    )}
  </ul>
`;

const renderChapter = ({ slug, title, description, operations }: Chapter, target: SampleTarget): Page =>
  documentPage({
    path: `docs/reference/${slug}`,
    title,
    description: `${title} in the API of the Field Inspection Service. ${toWords(description)}`,
    content: html`${renderMarkdown(description)}
    ${operations.map((operation) => renderOperation(operation, { root: '../../', target }))}`,
    sections: operations.map(({ id, summary }) => ({ title: summary, anchor: id })),
    hasMarkdown: true,
  });

const writeReference = (): string =>
  ['# API reference', readOpenApi().info.description, ...readChapters().map(writeList)].join('\n\n') + '\n';

const writeList = ({ slug, title, description, operations }: Chapter): string => {
  const lines = operations.map(({ method, path, summary }) => `- ${summary}: \`${method} ${path}\``);
  return `## [${title}](reference/${slug}.md)\n\n${description}\n\n${lines.join('\n')}`;
};
