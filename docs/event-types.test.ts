import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMITTED_EVENT_TYPES, EVENT_DATA, EVENTS, listUnsent } from '../packages/contract/src/index.ts';
import { describe, expect, it } from 'vitest';
import { ROOT } from './code-blocks/read-code-blocks.ts';

/** The lines that name a type that nothing sends, and don't say so. */
const findSilent = (text: string, unsent: readonly string[]): string[] =>
  text
    .split('\n')
    .filter((line) => unsent.some((type) => names(line, type)) && !line.includes('not sent yet'));

/** `session.end` is not named by `session.ended`. */
const names = (line: string, type: string) =>
  new RegExp(`(?<![\\w.])${type.replaceAll('.', '\\.')}(?!\\w|\\.\\w)`).test(line);

// Integrators read and run these: guides, hovers, examples, the fake, and the stories of the document.
const READ = [
  'README.md',
  'docs/*.md',
  'examples/*.ts',
  'packages/sdk/README.md',
  'packages/sdk/src/{fake,resources,webhooks}/**/*.ts',
  'packages/openapi/src/examples/example-stories.ts',
];

describe('a type of event that nothing sends yet', () => {
  it.each(READ.flatMap((pattern) => globSync(pattern, { cwd: ROOT })))(
    'is named by %s only with "not sent yet"',
    (file) => {
      expect(findSilent(readFileSync(join(ROOT, file), 'utf8'), listUnsent(EVENTS))).toEqual([]);
    },
  );

  it('is found where it is named in silence, and nowhere else', () => {
    const text =
      "on: { 'session.moved': …\n- `session.moved` is not sent yet\n`session.moved.away`, `xsession.moved`";
    expect(findSilent(text, ['session.moved'])).toEqual(["on: { 'session.moved': …"]);
    expect(listUnsent({ 'session.moved': { data: null }, 'session.ended': { data: {} } })).toEqual([
      'session.moved',
    ]);
  });
});

it('the guide of webhooks has every type that is sent, with what the contract says of it, and no other', () => {
  const guide = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const [, section = ''] = /^## The types of events\n([^]*?)^## /m.exec(guide) ?? [];
  const rows = [...section.matchAll(/^\| `([a-z.]+)`\s*\| (.*?)\s*\|$/gm)].map(([, type, tells]) => [
    type,
    tells,
  ]);
  const sent = EMITTED_EVENT_TYPES.map((type) => [type, EVENTS[type].description]);
  expect(rows.filter(([, tells]) => !tells?.includes('not sent yet')).toSorted()).toEqual(sent.toSorted());
});

it('the guide of webhooks names the types without a session, which have neither reference nor metadata', () => {
  const guide = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const [, list = '', count] =
    /Without a session are (.*?); the first (three) have its id as `session`/.exec(guide) ?? [];
  const told = [...list.matchAll(/`([a-z.]+)`/g)].map(([, type]) => type!);
  const fieldsOf = (type: string) => Object.keys(EVENT_DATA[type as keyof typeof EVENT_DATA].shape);
  const isOwn = (type: string) =>
    ['reference', 'type', 'metadata'].every((name) => fieldsOf(type).includes(name));
  expect(told.toSorted()).toEqual(EMITTED_EVENT_TYPES.filter((type) => !isOwn(type)).toSorted());
  expect(count).toBe('three');
  for (const type of told.slice(0, 3)) expect(fieldsOf(type)).toContain('session');
});
