import { describe, expect, it, test } from 'vitest';
import { MESSAGE_VARIABLES, sayTextFault, type OwnMessageKind } from './message-variables.ts';

const KINDS = Object.keys(MESSAGE_VARIABLES) as OwnMessageKind[];
const PARTS = ['subject', 'body', 'sms'] as const;

describe('a text with an unknown variable or without its link is refused', () => {
  it.each(KINDS)('%s', (kind) => {
    for (const part of PARTS) {
      const variables = MESSAGE_VARIABLES[kind][part];
      if (!variables) {
        expect(sayTextFault(kind, part, 'x')).toBe('is never sent by SMS: leave it out');
        continue;
      }
      const known = [...variables.inline, ...variables.blocks].map((name) => `{${name}}`);
      const all = known.join('\n');
      expect(sayTextFault(kind, part, all)).toBeUndefined();
      expect(sayTextFault(kind, part, `${all}\n{nonsense}`)).toMatch(
        /^has the variable \{nonsense\}, which is not known here: use \{organisation\}/,
      );
      for (const name of known) {
        expect(sayTextFault(kind, part, `${all}\n${name}`)).toBe(`has ${name} more than once: write it once`);
      }
      const { needed } = variables as { needed?: string };
      expect(needed === undefined).toBe(part === 'subject');
      if (needed === undefined) continue;
      expect(sayTextFault(kind, part, all.replace(`{${needed}}`, 'https://example.com'))).toBe(
        `lacks {${needed}}: without it nobody can use the message`,
      );
    }
  });

  it('neither a link nor a code may stand in a subject, which others see', () => {
    for (const kind of KINDS) {
      for (const name of ['link', 'code', 'notes']) {
        expect(sayTextFault(kind, 'subject', `{${name}}`)).toMatch(/^has the variable/);
      }
    }
  });
});

test.each([
  ['a brace of no variable', 'Come { here\n{link}'],
  ['a brace that is not closed', '{link}\n{organisation'],
  ['a plural of ICU', '{minutes, plural, other {#}}\n{link}'],
  ['a template of another kind', '{{link}}\n{link}'],
  ['an expression', '${link}\n{link}{'],
  ['a variable with a hidden character', '{li\u200bnk}\n{link}'],
  ['a prototype', '{__proto__}\n{link}'],
  ['a name of an object', '{constructor}\n{link}'],
  ['nothing', ' \n'],
])('a body with %s is refused', (_, body) => {
  expect(sayTextFault('invite', 'body', body)).toMatch(
    /^(has a \{ or a \}|has the variable|must not be blank)/,
  );
});

test.each([
  ['Come here: {link}', 'must have {link} on a line of its own'],
  ['{link}\nNotes: {notes}', 'must have {notes} on a line of its own'],
  ['{link}.', 'must have {link} on a line of its own'],
])('what people wrote and what is clicked has a line of its own: %j', (body, fault) => {
  expect(sayTextFault('invite', 'body', body)).toBe(fault);
});

test.each([
  '{link}',
  '  {link} \r\n',
  'Hello from {organisation}!\u2028{link}\vGoodbye',
  '{schedule}\n\n{link}',
])('%j is a body', (body) => {
  expect(sayTextFault('invite', 'body', body)).toBeUndefined();
});
