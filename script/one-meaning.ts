import type { Rule } from 'eslint';

const NOUNS: Record<string, string> = {
  place: 'Say location (GPS), permit (of a limit), position (in a list or file), point or placeholder.',
  room: 'A room is where the peers of a live picture meet. Say quota, space (of a disk), screen or folder.',
  outcome: 'An outcome is what a session came to. What follows from a write are its effects.',
};

const FORBIDDEN: Record<string, RegExp> = {
  place: /^places?$|(^|[a-z])Places?(?=[A-Z]|$)/,
  room: /^rooms?$|(^|[a-z])Rooms?(?=[A-Z]|$)/,
  outcome: /^(told|empty|write)Outcome$/i,
};

const DECLARED = [
  'VariableDeclarator > Identifier.id',
  ':matches(FunctionDeclaration, ClassDeclaration) > Identifier.id',
  ':matches(TSTypeAliasDeclaration, TSInterfaceDeclaration) > Identifier.id',
].join(', ');

/** Refuses a name with a noun of another meaning; `allow` has the nouns that are right in a folder. */
export const oneMeaning: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { noun: '{{name}}: {{advice}}' },
    schema: [
      { type: 'object', properties: { allow: { type: 'array', items: { enum: Object.keys(NOUNS) } } } },
    ],
  },
  create: (context) => {
    const { allow = [] } = (context.options[0] ?? {}) as { allow?: string[] };
    const nouns = Object.keys(NOUNS).filter((noun) => !allow.includes(noun));
    return {
      [DECLARED]: (node: Rule.Node & { name: string }) => {
        const noun = nouns.find((each) => FORBIDDEN[each]!.test(node.name));
        if (noun)
          context.report({ node, messageId: 'noun', data: { name: node.name, advice: NOUNS[noun]! } });
      },
    };
  },
};
