import { readDer } from '../../der/read-der.ts';
import { CONTEXT, NULL, SEQUENCE } from '../../der/tags.ts';
import { writeDer } from '../../der/write-der.ts';
import { forgeToken } from '../forge-token.ts';
import { cutOctets, lengthen, listPieces, unend, unendAll, wrapPieces } from './spell-ber.ts';
import { kind, refused, type TokenKind } from './token-kind.ts';

/** BER (RFC 5652, section 2) around the signed values. */
export const BER_KINDS: readonly TokenKind[] = [
  kind('no length around anything', { contentInfo: ([type, data]) => [type!, unend(data!)] }),
  respelled('no length at the top', (token) => unend(token)),
  respelled('no length at each level above the signature', (token) => unendAll(token, 3)),
  respelled('a length with zeros in front', (token) => lengthen(token)),
  kind('the content in pieces', {
    signedData: (parts) => parts.with(2, inPieces(parts[2]!, [10, 20])),
  }),
  kind('the content in one piece', { signedData: (parts) => parts.with(2, inPieces(parts[2]!, [])) }),
  kind('the content in pieces without a length', {
    signedData: (parts) => parts.with(2, inPieces(parts[2]!, [1], unend)),
  }),
  kind('the signature in pieces', {
    signerInfo: (parts) => parts.with(5, cutOctets(readDer(parts[5]!).content, [3])),
  }),
  kind('certificates without a length', { signedData: (parts) => parts.with(3, unend(parts[3]!)) }),
  refused('pieces of the content in another order', {
    signedData: (parts) =>
      parts.with(
        2,
        inPieces(parts[2]!, [10, 20], (pieces) => wrapPieces(listPieces(pieces).toReversed())),
      ),
  }),
  refused(
    'a piece of the content that is no string',
    {
      signedData: (parts) =>
        parts.with(
          2,
          inPieces(parts[2]!, [10], (pieces) => wrapPieces([...listPieces(pieces), writeDer(NULL)])),
        ),
    },
    'here',
  ),
  respelled('no end', (token) => unend(token).subarray(0, -2), 'always'),
  refused(
    'signed attributes without a length',
    { signerInfo: (parts) => parts.with(3, unend(parts[3]!)) },
    'here',
  ),
  refused('signed attributes without a length, signed so', {
    signedBytes: unend,
    signerInfo: (parts) => parts.with(3, unend(parts[3]!)),
  }),
  refused('a statement without a length, signed so', { content: unend }, 'here'),
  refused(
    'a certificate without a length',
    { certificates: ([one, ...rest]) => [unend(one!), ...rest] },
    'here',
  ),
];

function respelled(
  name: string,
  spell: (token: Uint8Array) => Uint8Array,
  by?: 'always' | 'here',
): TokenKind {
  return {
    name,
    refused: by,
    forge: async (authority, stated) => spell(await forgeToken(authority, {}, stated)),
  };
}

function inPieces(
  encapsulated: Uint8Array,
  places: readonly number[],
  change: (pieces: Uint8Array) => Uint8Array = (pieces) => pieces,
): Uint8Array {
  const [type, wrapped] = readDer(encapsulated).children;
  const pieces = cutOctets(wrapped!.children[0]!.content, places);
  return writeDer(SEQUENCE, type!.bytes, writeDer(CONTEXT[0], change(pieces)));
}
