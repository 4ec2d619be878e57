import { isMinimalInteger } from './is-minimal-integer.ts';
import { BIT_STRING, BOOLEAN, ENUMERATED, INTEGER, NULL, OBJECT_IDENTIFIER, SEQUENCE, SET } from './tags.ts';

/** What is not DER in the value of a universal type, in words. Other tags say nothing of what is inside. */
export function findValueFault(tag: number, content: Uint8Array): string | undefined {
  if (tag >= 0x40) return undefined;
  if (tag >= 0x20 && tag !== SEQUENCE && tag !== SET) return 'a string in pieces';
  if (tag === (SEQUENCE & 0x1f) || tag === (SET & 0x1f)) return 'a sequence or set of no values';

  switch (tag) {
    case 0x00:
      return 'an end-of-contents mark';
    case BOOLEAN:
      return isBoolean(content) ? undefined : 'a boolean that is neither 00 nor FF';
    case INTEGER:
    case ENUMERATED:
      return isMinimalInteger(content) ? undefined : 'an integer in more bytes than it needs';
    case BIT_STRING:
      return isBitString(content) ? undefined : 'a bit string with unused bits set';
    case NULL:
      return content.length === 0 ? undefined : 'a null with a value';
    case OBJECT_IDENTIFIER:
      return isObjectIdentifier(content) ? undefined : 'an object identifier out of form';
    default:
      return undefined;
  }
}

function isBoolean(content: Uint8Array): boolean {
  return content.length === 1 && (content[0] === 0x00 || content[0] === 0xff);
}

// X.690, section 11.2.1. Without further bytes the last one is the count itself, which must be zero.
function isBitString(content: Uint8Array): boolean {
  const unusedBits = content[0];
  if (unusedBits === undefined || unusedBits > 7) return false;
  return (content.at(-1)! & ((1 << unusedBits) - 1)) === 0;
}

// X.690, section 8.19.2: groups of seven bits; the last of each group has no top bit, none begins with zeros.
function isObjectIdentifier(content: Uint8Array): boolean {
  const last = content.at(-1);
  if (last === undefined || last >= 0x80) return false;
  return content.every((byte, index) => byte !== 0x80 || (content[index - 1] ?? 0) >= 0x80);
}
