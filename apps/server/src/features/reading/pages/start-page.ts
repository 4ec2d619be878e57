import { readCookie } from '../../../http/callers/cookies.ts';
import { codeBlock } from '../../../http/pages/code-block.ts';
import { html } from '../../../http/pages/html.ts';
import type { Page, PageRequest, PageRoute } from '../../../http/pages/page.ts';
import { documentPage } from '../layout/document-page.ts';
import type { SampleTarget } from '../samples/write-samples.ts';
import { keepForReader, type Reader } from './text-file.ts';

type Link = { href: string; label: string };

/** A member who is signed in works in the console, and reads about the service below `/docs`. */
export const startPage = (reader: Reader, links: readonly Link[]): PageRoute => {
  const show = keepForReader(reader, (target) => renderStart(target, links));
  return {
    path: '/',
    answer: (request) => (hasSession(reader, request) ? LEAD_TO_CONSOLE : show(request)),
  };
};

const LEAD_TO_CONSOLE: Page = {
  status: 303,
  headers: { Location: 'console', 'Cache-Control': 'no-store' },
  body: '',
};

// The console judges whether the session lives: a page for everybody asks the database nothing.
const hasSession = ({ config }: Reader, { headers }: PageRequest): boolean =>
  readCookie(config, { headersDistinct: { cookie: headers.cookie ? [headers.cookie] : [] } }, 'session') !==
  undefined;

const renderStart = (target: SampleTarget, links: readonly Link[]): Page =>
  documentPage({
    path: '',
    title: 'Inspect what you can’t visit',
    description:
      'Remote inspections by API: invite a field person by a link, see the site live, and get evidence that anybody can verify.',
    content: html`
      <p class="lead">
        An operator invites a field person by a link. The field person shows the site live, and takes photos
        and drawings. What happens is recorded in an audit chain that nobody can change unseen, and comes out
        as a sealed report and a bundle that anybody can verify.
      </p>
      <h2 id="next">What to do next</h2>
      <ul class="cards">
        <li>
          <h3>You build the software</h3>
          <p>Insurers, surveyors and manufacturers put inspections into systems of their own.</p>
          <ul>
            <li><a href="docs">Read the guides</a></li>
            <li><a href="docs/reference">Look up an operation</a></li>
            <li><a href="docs/sdk">Call it with the SDK</a></li>
            <li><a href="docs/webhooks">Receive webhooks</a></li>
          </ul>
        </li>
        ${MEMBERS}
        <li>
          <h3>You got a report or a bundle</h3>
          <p>Whether it is unchanged is checked in your browser. Nothing is uploaded.</p>
          <ul>
            <li><a href="verify">Verify a report or a bundle</a></li>
            <li><a href="docs/verifying-evidence">What is verified, and how</a></li>
          </ul>
        </li>
        <li>
          <h3>You run the service</h3>
          <p>It is one process on PostgreSQL, and you can host it yourself.</p>
          <ul>
            <li><a href="docs/scaling">More than one process</a></li>
            <li><a href="docs/upgrading">Upgrade</a></li>
            ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
          </ul>
        </li>
      </ul>
      <h2 id="first-call">The first call</h2>
      <p>
        ${
          target.apiKey
            ? 'This server is in demo mode, and its key is filled in. The line creates a session:'
            : 'With a key from whoever runs this server, this creates a session:'
        }
      </p>
      ${codeBlock(writeFirstCall(target))}
      <p>
        <a href="docs/reference/participants#createParticipant">Invite a field person</a> to it, or
        <a href="docs/explorer?operation=createSession">try it out in the browser</a>.
      </p>
    `,
  });

const MEMBERS = html`<li>
  <h3>You inspect</h3>
  <p>Members of an organisation invite, look at what came, and say what it came to.</p>
  <ul>
    <li><a href="sign-in">Sign in</a></li>
    <li><a href="docs/console">What the console does</a></li>
  </ul>
</li>`;

const writeFirstCall = ({ baseUrl, apiKey }: SampleTarget): string =>
  `curl -X POST ${baseUrl}/api/v1/public/sessions \\
  -H "Authorization: Bearer ${apiKey ?? '$KEY'}" -H 'Content-Type: application/json' \\
  -d '{"notes":"Roof, north side"}'`;
