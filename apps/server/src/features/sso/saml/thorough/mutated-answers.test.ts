import { expect, it } from 'vitest';
import { readSamlResponse } from '../read-saml-response.ts';
import { ProviderRefusal } from '../../provider-refusal.ts';
import { openSamlCase } from '../testing/open-saml-case.ts';

const { write, expected } = openSamlCase();

const COUNT = 6_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);

/** Numbers below a bound, the same for a seed (xorshift). */
const drawFrom = (seed: number) => {
  let state = seed;
  return (bound: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
};

type Draw = ReturnType<typeof drawFrom>;

/** A document in its tags and texts. */
const split = (xml: string): string[] => xml.match(/<[^>]*>|[^<]+/g)!;

/** Finds where the element that begins at a tag ends. */
const endOf = (tokens: string[], at: number): number => {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    if (tokens[index]!.startsWith('</')) depth--;
    else if (tokens[index]!.startsWith('<') && !tokens[index]!.endsWith('/>')) depth++;
    if (depth <= 0) return index;
  }
  return at;
};

const forge = (text: string): string =>
  text.replace('maria@example.com', 'admin@example.com').replace('inspectors', 'admins');

const SPACES = [
  'urn:oasis:names:tc:SAML:2.0:assertion',
  'urn:oasis:names:tc:SAML:2.0:protocol',
  'http://www.w3.org/2000/09/xmldsig#',
  'urn:x',
];

/** Each changes one place of a document, as who has no key may. */
const CHANGES: ((tokens: string[], draw: Draw) => void)[] = [
  // An element stands twice, somewhere, as it is or forged.
  (tokens, draw) => {
    const at = draw(tokens.length);
    const copy = tokens.slice(at, endOf(tokens, at) + 1);
    tokens.splice(draw(tokens.length), 0, ...(draw(2) ? copy.map(forge) : copy));
  },
  // An element moves, or goes.
  (tokens, draw) => {
    const at = draw(tokens.length);
    const moved = tokens.splice(at, endOf(tokens, at) - at + 1);
    if (draw(3)) tokens.splice(draw(tokens.length + 1), 0, ...moved);
  },
  // An element is forged where it stands.
  (tokens, draw) => {
    const at = draw(tokens.length);
    for (let index = at; index <= endOf(tokens, at); index++) tokens[index] = forge(tokens[index]!);
  },
  // An element is put around another.
  (tokens, draw) => {
    const at = draw(tokens.length);
    const name = ['saml:Assertion', 'samlp:Response', 'samlp:Extensions', 'ds:Object', 'x'][draw(5)]!;
    tokens.splice(endOf(tokens, at) + 1, 0, `</${name}>`);
    tokens.splice(at, 0, `<${name}>`);
  },
  // A tag declares a namespace, or gets an attribute that another has.
  (tokens, draw) => {
    const at = draw(tokens.length);
    const more = [
      ` xmlns="${SPACES[draw(4)]!}"`,
      ` xmlns:${['saml', 'ds', 'samlp'][draw(3)]!}="${SPACES[draw(4)]!}"`,
      ` ID="${['_assertion', '_response', '_x'][draw(3)]!}"`,
      ' Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"',
      ' xml:id="_assertion"',
    ][draw(5)]!;
    tokens[at] = tokens[at]!.replace(/^<([\w:]+)/, (begin) => begin + more);
  },
  // A text begins with, or has in its middle, what readers see differently.
  (tokens, draw) => {
    const at = draw(tokens.length);
    const odd = [' ', '&#32;', '<!--x-->', '<?x?>', '<![CDATA[]]>', '&#x200b;', 'admin@example.com', '<b/>'];
    const cut = draw(tokens[at]!.length + 1);
    if (!tokens[at]!.startsWith('<'))
      tokens[at] = tokens[at]!.slice(0, cut) + odd[draw(odd.length)]! + tokens[at]!.slice(cut);
  },
  // A letter of a tag becomes another.
  (tokens, draw) => {
    const at = draw(tokens.length);
    const cut = draw(tokens[at]!.length);
    tokens[at] = tokens[at]!.slice(0, cut) + 'aA0_#:" '[draw(8)]! + tokens[at]!.slice(cut + 1);
  },
];

it(`of ${COUNT} answers that were changed after they were signed none says another thing (seed ${SEED})`, () => {
  const draw = drawFrom(SEED);
  const read = (xml: string) => readSamlResponse(Buffer.from(xml).toString('base64'), expected).person;
  const reasons = new Set<string>();
  let taken = 0;
  for (const signs of ['assertion', 'response', 'both'] as const) {
    const genuine = write({ signs });
    const person = read(genuine);
    for (let count = 0; count < COUNT / 3; count++) {
      const tokens = split(genuine);
      for (let changes = draw(3); changes >= 0 && tokens.length > 0; changes--)
        CHANGES[draw(CHANGES.length)]!(tokens, draw);
      const xml = tokens.join('');
      try {
        expect([xml, read(xml)]).toEqual([xml, person]);
        taken++;
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error;
        reasons.add(error.reason);
      }
    }
  }
  // An answer that says the same is taken, and refusals have many reasons: the changes reach every part of a reader.
  expect(taken).toBeGreaterThan(20);
  expect([...reasons]).toEqual(
    expect.arrayContaining([
      'malformed',
      'forbidden_markup',
      'unexpected_shape',
      'foreign_signature',
      'altered',
    ]),
  );
});
