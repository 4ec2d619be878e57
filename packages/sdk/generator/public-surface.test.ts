import { expect, it } from 'vitest';
import { findDrift, printSurface } from './public-surface.ts';

const SOURCE = `
/** Words of a type. */
type Zebra = 'a' | 'b';
/** Calls it in one way. */
declare function ask(name: string): Zebra;
declare function ask(name: string, count: number): Zebra[];
type index_Zebra = Zebra;
declare namespace index {
  export { type index_Zebra as Zebra, index_ask as ask };
}
export { index };
`;

it('prints each declaration once, without its words and in the order of names, and then what an entry exports', () => {
  const surface = printSurface(SOURCE);
  expect([...surface.values()].join('')).toBe(`type Zebra = "a" | "b";
declare function ask(name: string): Zebra;
declare function ask(name: string, count: number): Zebra[];
export { index };
declare namespace index {
    export {
        type Zebra,
        ask };
}
`);
  expect(printSurface([...surface.values()].join(''))).toEqual(surface);
});

it('names what is missing, changed and left over', () => {
  const before = printSurface("type Same = 1; type Changed = 'b'; type Stray = 2;");
  const now = printSurface("type Same = 1; type Changed = 'B'; type New = 3;");
  expect(findDrift(before, now)).toEqual(['New is new', 'Changed has changed', 'Stray is gone']);
  expect(findDrift(now, now)).toEqual([]);
});
