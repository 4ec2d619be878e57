import type { SvgElement } from './read-elements.ts';

export type Layers = { open: number; all: number };

/** The layers of an element that refers to itself, or to an id that no element or several have. */
const ENDLESS: Layers = { open: Infinity, all: Infinity };

type Node = { element: SvgElement; children: Node[] };

export const countLayers = (elements: SvgElement[]): Layers => {
  const root = toTree(elements);
  const counted = new Map<string, Layers>();
  const targets = new Map<string, Node[]>();
  for (const node of listTargets(root)) {
    const id = readAttribute(node, 'id') ?? '';
    const same = targets.get(id);
    if (same) same.push(node);
    else targets.set(id, [node]);
  }
  const countTarget = (id: string): Layers => {
    const known = counted.get(id);
    if (known) return known;
    // While a target is being counted, a reference to it is endless.
    counted.set(id, ENDLESS);
    const [node, ...others] = targets.get(id) ?? [];
    const layers = node && others.length === 0 ? count(node) : ENDLESS;
    counted.set(id, layers);
    return layers;
  };
  const count = (node: Node): Layers => {
    const own = isLayer(node) ? 1 : 0;
    const parts = [
      ...node.children.filter(({ element }) => element.local !== 'defs').map(count),
      ...listReferences(node).map(countTarget),
    ];
    return {
      open: own + parts.reduce((most, { open }) => Math.max(most, open), 0),
      all: own + parts.reduce((sum, { all }) => sum + all, 0),
    };
  };
  return count(root);
};

const toTree = (elements: SvgElement[]): Node => {
  const path: Node[] = [];
  for (const element of elements) {
    const node = { element, children: [] };
    path.length = element.depth - 1;
    path.at(-1)?.children.push(node);
    path.push(node);
  }
  return path[0]!;
};

const listTargets = (root: Node): Node[] =>
  root.children
    .filter(({ element }) => element.local === 'defs')
    .flatMap(({ children }) => children)
    .filter(({ element }) => element.local === 'mask' || element.local === 'clipPath');

// A group takes a layer for anything but a move. resvg writes no other groups.
const isLayer = ({ element: { local, attributes } }: Node): boolean =>
  local === 'mask' ||
  local === 'clipPath' ||
  (local === 'g' && attributes.some(({ name }) => name !== 'id' && name !== 'transform'));

const listReferences = (node: Node): string[] =>
  ['mask', 'clip-path']
    .map((name) => readAttribute(node, name))
    .filter((value) => value !== undefined)
    .map((value) => value.replace(/^url\(#(.*)\)$/s, '$1'));

const readAttribute = ({ element }: Node, wanted: string): string | undefined =>
  element.attributes.find(({ name }) => name === wanted)?.value;
