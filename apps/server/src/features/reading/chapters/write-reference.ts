import { openApi } from '../reference/openapi.ts';
import { readChapters, type Chapter } from '../reference/read-operations.ts';

/** The list of all operations as Markdown, which stands at `/docs/reference.md`. */
export const writeReference = (): string =>
  ['# API reference', openApi.info.description, ...readChapters().map(writeList)].join('\n\n') + '\n';

const writeList = ({ slug, title, description, operations }: Chapter): string => {
  const lines = operations.map(({ method, path, summary }) => `- ${summary}: \`${method} ${path}\``);
  return `## [${title}](reference/${slug}.md)\n\n${description}\n\n${lines.join('\n')}`;
};
