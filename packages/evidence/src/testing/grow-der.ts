import { readDer, type DerNode } from '../der/read-der.ts';
import { writeDer } from '../der/write-der.ts';

// A tag that no timestamp uses, the last in a sorted set of sequences.
const MORE = Uint8Array.of(0x9e, 0x00);

/** Gives a copy for each sequence or set, with one more value at its end; each is still DER. */
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
