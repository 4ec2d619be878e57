import type { CreateTemplateBody, Template, UpdateTemplateBody } from '@field-inspection/contract';
import { changeTemplate, describeTemplate, noSuch, requireTemplateVersion } from '@field-inspection/rules';
import { matchesFakeVersion } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeState } from '../state/fake-state.ts';

export const templateHandlers: FakeHandlers<'templates'> = {
  'templates.create': createTemplate,
  'templates.list': (state, { query }) =>
    listFakePage(state, {
      items: [...state.templates.values()].map((versions) => versions.at(-1)!),
      list: 'templates',
      query,
      matches: ({ archived }) => String(archived) === query['archived'],
    }),
  'templates.get': (state, { ids, query }) => {
    const versions = findVersions(state, ids[0]);
    const asked = query['version'] === undefined ? versions.length : (query['version'] as number);
    const template = versions[asked - 1];
    if (!template) throw noSuch('template', ids[0]);
    return { ...template, archived: versions.at(-1)!.archived };
  },
  'templates.update': changeFakeTemplate,
};

function findVersions({ templates }: FakeState, id: string | undefined): readonly Template[] {
  const versions = templates.get(id ?? '');
  if (!versions) throw noSuch('template', id);
  return versions;
}

function createTemplate(state: FakeState, { body }: FakeInput): Template {
  const at = state.now().toISOString();
  const words = describeTemplate(body as CreateTemplateBody);
  const template = {
    id: crypto.randomUUID(),
    version: 1,
    ...words,
    archived: false,
    created_at: at,
    updated_at: at,
  };
  state.templates.set(template.id, [template]);
  return template;
}

function changeFakeTemplate(state: FakeState, { ids, body, headers }: FakeInput): Template {
  const versions = findVersions(state, ids[0]);
  const template = versions.at(-1)!;
  requireTemplateVersion(template.version, matchesFakeVersion(template.version, headers.get('if-match')));
  const { words, archived } = changeTemplate(template, body as UpdateTemplateBody);
  const changed = { ...template, archived };
  const next = { ...changed, ...words, version: template.version + 1, updated_at: state.now().toISOString() };
  const newest = words ? next : changed;
  state.templates.set(template.id, words ? [...versions, next] : [...versions.slice(0, -1), changed]);
  return newest;
}
