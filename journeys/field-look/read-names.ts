import type { Page } from 'playwright-core';

type AccessibilityNode = {
  nodeId: string;
  childIds?: string[];
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
};

/** VoiceOver and TalkBack stop at these, or lead to them by their kind. */
const ROLES = [
  'DisclosureTriangle',
  'application',
  'button',
  'checkbox',
  'combobox',
  'heading',
  'image',
  'link',
  'progressbar',
  'region',
  'slider',
  'textbox',
];
// Where the focus is at a moment hangs on what has just come; tests of the screens ask for it where it must be.
const STATES = ['checked', 'disabled', 'invalid', 'pressed'];

/** Lists what the browser tells assistive technology: each part's role, name and states, in the order of reading. */
export const readNames = async (page: Page): Promise<string[]> => {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = (await browser.send('Accessibility.getFullAXTree')) as { nodes: AccessibilityNode[] };
  await browser.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return inOrder(nodes[0]!, byId)
    .filter(({ ignored, role }) => !ignored && ROLES.includes(role?.value ?? ''))
    .map(describe);
};

/** The tree comes level by level; a screen reader goes down each branch. */
const inOrder = (
  node: AccessibilityNode,
  byId: ReadonlyMap<string, AccessibilityNode>,
): AccessibilityNode[] => [
  node,
  ...(node.childIds ?? []).flatMap((id) => (byId.has(id) ? inOrder(byId.get(id)!, byId) : [])),
];

const describe = ({ role, name, properties = [] }: AccessibilityNode): string => {
  const states = properties
    .filter((each) => STATES.includes(each.name) && String(each.value.value) !== 'false')
    .map((each) => each.name);
  return [role!.value, JSON.stringify(name?.value ?? ''), ...states].join(' ');
};

/** Parts that a person must tell apart: each has a name of its own. */
const CONTROL = /^(application|button|checkbox|combobox|link|slider|textbox) /;

export const findNameless = (names: readonly string[]): string[] => {
  const controls = names.filter((each) => CONTROL.test(each));
  return controls.filter((each, at) => / "\s*"/.test(each) || controls.indexOf(each) !== at);
};
