import { readDer, type DerNode } from '../der/read-der.ts';
import { writeDer } from '../der/write-der.ts';

// Value of a tag that no timestamp uses, the last in the order of a set of sequences.
const MORE = Uint8Array.of(0x9e, 0x00);

/** The value with one more value at the end of each sequence or set in it, one at a time; still DER. */
export function growDer(der: Uint8Array): Uint8Array[] {
  return growNode(readDer(der));
}

function growNode({ tag, children }: DerNode): Uint8Array[] {
  if ((tag & 0x20) === 0) return [];

  const parts = children.map(({ bytes }) => bytes);
  const grownInside = children.flatMap((child, index) => {
    return growNode(child).map((grown) => writeDer(tag, ...parts.with(index, grown)));
  });
  return [writeDer(tag, ...parts, MORE), ...grownInside];
}
