import { codeBlock } from '../../../http/pages/code-block.ts';
import { html, type Html } from '../../../http/pages/html.ts';
import { keepHttps, renderMarkdown } from '../../../http/pages/render-markdown.ts';
import { writeSamples, type SampleTarget } from '../samples/write-samples.ts';
import type { Field } from '../reference/read-fields.ts';
import type { Operation } from '../reference/read-operations.ts';

type Surroundings = { root: string; target: SampleTarget };

export const renderOperation = (operation: Operation, { root, target }: Surroundings): Html => html`
  <section class="operation">
    <h2 id="${operation.id}">${operation.summary}</h2>
    <p class="call">
      <span class="method ${operation.method.toLowerCase()}">${operation.method}</span>
      <code>${operation.path}</code
      >${operation.isDeprecated ? html` <span class="mark">deprecated</span>` : ''}
    </p>
    ${renderMarkdown(operation.description, keepHttps)} ${renderCredential(operation)}
    ${renderSamples(operation, target)}
    ${renderFieldList('Parameters', operation.parameters.map(placeParameter))} ${renderBody(operation)}
    ${operation.replies.map(renderReply)} ${renderErrors(operation, root)} ${renderTry(operation, root)}
  </section>
`;

const CREDENTIALS: Record<string, string> = {
  apiKey: 'an API key',
  fieldSession: 'the field_session_token that joining gave',
  signingLink: 'what stands behind the # of sign_url',
  signingSession: 'the signing_session_token that the one-time code gave',
};

const renderCredential = ({ credential, method }: Operation): Html => {
  if (method === 'EVENT') return html``;
  if (credential === null) return html`<p class="quiet">Needs no credential.</p>`;
  return html`<p class="quiet">
    <code>Authorization: Bearer</code> with ${CREDENTIALS[credential] ?? credential}.
  </p>`;
};

const renderSamples = (operation: Operation, target: SampleTarget): Html =>
  html`${writeSamples(operation, target).map(
    ({ name, code }) =>
      html`<figure>
        <figcaption>${name}</figcaption>
        ${codeBlock(code)}
      </figure>`,
  )}`;

const placeParameter = (parameter: Operation['parameters'][number]): Field => ({
  ...parameter,
  type: `${parameter.in}, ${parameter.type}`,
});

const renderBody = ({ body }: Operation): Html => {
  if (!body) return html``;
  const title = `Body${body.isRequired ? '' : ', optional'}: ${body.mediaTypes.join(', ')}`;
  return html`${renderFieldList(title, body.fields)} ${renderExample('Example of the body', body.example)}`;
};

const renderReply = ({
  status,
  description,
  mediaTypes,
  fields,
  example,
}: Operation['replies'][number]): Html =>
  html`<h3>${status} ${description}</h3>
    ${mediaTypes.length > 0 ? html`<p class="quiet">${mediaTypes.join(', ')}</p>` : ''}
    ${
      fields.length > 0
        ? html`<details>
            <summary>Fields of the reply ${status}</summary>
            ${renderFields(fields)}
          </details>`
        : ''
    }
    ${renderExample(`Example of the reply ${status}`, example)}`;

const renderExample = (title: string, example: unknown): Html =>
  example === undefined
    ? html``
    : html`<details>
        <summary>${title}</summary>
        ${codeBlock(JSON.stringify(example, null, 2))}
      </details>`;

const renderErrors = ({ errors }: Operation, root: string): Html =>
  errors.length === 0
    ? html``
    : html`<h3>Errors</h3>
        <ul class="errors">
          ${errors.map(
            ({ status, codes }) =>
              html`<li>
                ${status}
                ${codes.map((code) => html` <a href="${root}docs/errors#${code}"><code>${code}</code></a>`)}
              </li>`,
          )}
        </ul>`;

const renderTry = ({ id, method }: Operation, root: string): Html =>
  method === 'EVENT'
    ? html``
    : html`<p><a class="button" href="${root}docs/explorer?operation=${id}">Try it out</a></p>`;

const renderFieldList = (title: string, fields: readonly Field[]): Html =>
  fields.length === 0
    ? html`${title.startsWith('Body') ? html`<h3>${title}</h3>` : ''}`
    : html`<h3>${title}</h3>
        ${renderFields(fields)}`;

const renderFields = (fields: readonly Field[]): Html =>
  html`<ul class="fields">
    ${fields.map(
      ({ name, type, isRequired, description, fields: inner }) =>
        html`<li>
          <code>${name}</code> <span class="quiet">${type}</span>${
            isRequired ? html` <span class="mark">required</span>` : ''
          }
          ${description ? renderMarkdown(description, keepHttps) : ''}
          ${
            inner.length > 0
              ? html`<details>
                  <summary>Fields of ${name}</summary>
                  ${renderFields(inner)}
                </details>`
              : ''
          }
        </li>`,
    )}
  </ul>`;
