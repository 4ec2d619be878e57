import { DECISIONS } from '../documents/document.ts';
import { listDocuments, resolveLinks } from '../documents/list-documents.ts';
import { writeMarkdown } from '../documents/read-sections.ts';
import { readChapters } from '../reference/read-operations.ts';
import { readOpenApi } from '../reference/openapi.ts';
import { writeChapter } from '../chapters/write-chapter.ts';

/** https://llmstxt.org describes the format. */
export const writeLlms = (baseUrl: string): string => {
  const guides = listMain().map(({ path, title }) => `- [${title}](${baseUrl}/${path}.md)`);
  const chapters = readChapters().map(
    ({ slug, title, description }) => `- [${title}](${baseUrl}/docs/reference/${slug}.md): ${description}`,
  );
  return `# ${readOpenApi().info.title}

> ${readOpenApi().info.summary}

${readOpenApi().info.description}

## Guides

- [Overview](${baseUrl}/docs.md): every guide by its shelf, and the reference
${guides.join('\n')}

## API reference

- [All operations](${baseUrl}/docs/reference.md): each with its method and path
- [OpenAPI 3.1](${baseUrl}/v1/openapi.json): every operation, with its schemas and examples
- [Arazzo 1.0](${baseUrl}/v1/arazzo.yaml): the main flows, step by step
${chapters.join('\n')}

## SDK

- [Reference](${baseUrl}/docs/sdk/index.md): every class, function and type of the npm package

## Optional

- [All of it in one file](${baseUrl}/llms-full.txt)
`;
};

export const writeLlmsFull = (baseUrl: string): string =>
  [
    ...listMain().map(({ file, source }) =>
      writeMarkdown(source, resolveLinks({ file, root: `${baseUrl}/`, ending: '.md' })),
    ),
    ...readChapters().map((chapter) => writeChapter(chapter, { baseUrl })),
  ].join('\n\n');

const listMain = () => listDocuments().filter(({ shelf }) => shelf !== DECISIONS);
