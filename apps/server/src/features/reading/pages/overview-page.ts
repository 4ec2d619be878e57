import { codeBlock } from '../../../http/pages/code-block.ts';
import { html, type Html } from '../../../http/pages/html.ts';
import { keepPage } from '../../../http/pages/keep-page.ts';
import type { PageRoute } from '../../../http/pages/page.ts';
import { documentPage } from '../layout/document-page.ts';
import { listNavigation } from '../layout/navigation.ts';
import { markdownFile } from './text-file.ts';

export const overviewPages = (): PageRoute[] => [
  { path: '/docs', answer: keepPage(renderOverview) },
  markdownFile('/docs.md', writeOverview),
  // Links of the page are relative to /docs.
  { path: '/docs/', answer: () => ({ status: 308, headers: { Location: '../docs' }, body: '' }) },
];

const FIRST_CALLS = `import { FieldInspection } from '@field-inspection/sdk';

const client = new FieldInspection({ apiKey: 'fis_…', baseUrl: 'http://127.0.0.1:3000' });
const session = await client.sessions.create({ notes: 'Roof, north side' });
const { join_url } = await client.participants.create(session.id, { recipient_first_name: 'Ada' });`;

const renderOverview = () =>
  documentPage({
    path: 'docs',
    title: 'Documentation',
    description: 'Guides, API reference and SDK of the Field Inspection Service.',
    content: html`<p class="lead">
        Guides to the API, the reference of each operation, and the SDK. The search finds what stands in any
        of them; the key / leads to it.
      </p>
      <h2 id="quickstart">Quickstart</h2>
      <p>
        With a key from whoever runs the service, or from <code>script/server</code> on your own machine, this
        invites a person to an inspection:
      </p>
      ${codeBlock(FIRST_CALLS)}
      <p>
        They open <code>join_url</code> on their phone and take photos.
        <a href="docs/quickstart">The quickstart</a>
        goes on from here in six steps, to a report that anybody can verify.
      </p>
      <h2 id="guides">Guides</h2>
      <ul class="cards">
        ${listNavigation().slice(1).map(renderShelf)}
      </ul>
      <h2 id="for-programs">For programs</h2>
      <ul>
        <li><a href="v1/openapi.json">OpenAPI 3.1 document</a></li>
        <li><a href="v1/arazzo.yaml">The main flows, as Arazzo 1.0</a></li>
        <li><a href="v1/postman.json">A collection for Postman and other API clients</a></li>
        <li><a href="llms.txt">llms.txt</a>, and <a href="llms-full.txt">all of it in one file</a></li>
      </ul>
      <p>Each page is there as Markdown, too: put <code>.md</code> behind its address.</p>`,
    hasMarkdown: true,
  });

const renderShelf = ({ title, items }: ReturnType<typeof listNavigation>[number]): Html =>
  html`<li>
    <h3>${title}</h3>
    <ul>
      ${items.map(({ path, title: name }) => html`<li><a href="${path}">${name}</a></li>`)}
    </ul>
  </li>`;

/** The explorer alone has no Markdown. */
const writeOverview = (): string => {
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

## Quickstart

\`\`\`ts
${FIRST_CALLS}
\`\`\`

[The quickstart](docs/quickstart.md) goes on from here in six steps, to a report that anybody can verify.

${shelves.join('\n\n')}

## For programs

- [OpenAPI 3.1 document](v1/openapi.json)
- [The main flows, as Arazzo 1.0](v1/arazzo.yaml)
- [A collection for Postman and other API clients](v1/postman.json)
- [llms.txt](llms.txt), and [all of it in one file](llms-full.txt)
`;
};
