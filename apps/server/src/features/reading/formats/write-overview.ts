import { listNavigation } from '../layout/navigation.ts';

/** The list of all pages as Markdown, which stands at `/docs.md`; the explorer alone has no Markdown. */
export const writeOverview = (): string => {
  const shelves = listNavigation()
    .slice(1)
    .map(({ title, items }) => {
      const lines = items
        .filter(({ path }) => path !== 'docs/explorer')
        .map(({ path, title: name }) => `- [${name}](${path}.md)`);
      return `## ${title}\n\n${lines.join('\n')}`;
    });
  return `# Documentation

Guides to the API, the reference of each operation, and the SDK.

${shelves.join('\n\n')}

## For programs

- [OpenAPI 3.1 document](v1/openapi.json)
- [The main flows, as Arazzo 1.0](v1/arazzo.yaml)
- [A collection for Postman and other API clients](v1/postman.json)
- [llms.txt](llms.txt), and [all of it in one file](llms-full.txt)
`;
};
