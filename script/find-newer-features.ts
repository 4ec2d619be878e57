import compatData from '@mdn/browser-compat-data' with { type: 'json' };
import ts from 'typescript';

type Support = {
  version_added: string | boolean | null;
  version_removed?: unknown;
  partial_implementation?: unknown;
  flags?: unknown;
  prefix?: unknown;
  alternative_name?: unknown;
};
type Feature = { support: Record<string, Support | Support[]> };
type Node = { __compat?: Feature } & { [member: string]: Node };

/** The oldest of each browser by MDN's name for it: the list of docs/field-application.md. */
export const OLDEST: Readonly<Record<string, number>> = {
  chrome: 105,
  chrome_android: 105,
  edge: 105,
  firefox: 112,
  safari: 16,
  safari_ios: 16,
};

const { statics, methods } = readNewer();

/**
 * Finds what a script asks for and a browser of the list lacks, by MDN's data: static methods such as `URL.canParse`, calls
 * of methods whose name no older type of JavaScript has, such as `isWellFormed`, and syntax that esbuild lets through.
 * Methods of the DOM share too many names with ours: of those, lint judges the sources by their globals.
 */
export function findNewerFeatures(script: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const { name, expression } = node;
      const path = `${expression.getText()}.${name.text}`;
      if (statics.has(path)) found.add(path);
      else if (ts.isCallExpression(node.parent) && node.parent.expression === node && methods.has(name.text))
        found.add(`.${name.text}()`);
    }
    if (ts.isClassStaticBlockDeclaration(node)) found.add('static block');
    // Lookbehind and the flag v came to Safari later: a script with one is not even read.
    if (ts.isRegularExpressionLiteral(node) && /\(\?<[=!]|\/[a-z]*v[a-z]*$/.test(node.text))
      found.add(node.text);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return [...found].sort();
}

function readNewer() {
  const statics = new Set<string>();
  const newer = new Set<string>();
  const old = new Set<string>();
  const { api, javascript } = compatData as unknown as { api: Node; javascript: { builtins: Node } };
  for (const [types, isLanguage] of [
    [api, false],
    [javascript.builtins, true],
  ] as const)
    for (const [type, members] of Object.entries(types))
      for (const [name, { __compat: feature }] of Object.entries(members)) {
        if (!feature) continue;
        if (isEverywhere(feature)) old.add(name);
        else if (name.endsWith('_static')) statics.add(`${type}.${name.replace('_static', '')}`);
        // JavaScript has some static members without the ending.
        else if (isLanguage) newer.add(name).add(`${type}.${name}`);
      }
  const methods = new Set([...newer].filter((name) => !old.has(name) && !name.includes('.')));
  return { statics: new Set([...statics, ...[...newer].filter((name) => name.includes('.'))]), methods };
}

function isEverywhere({ support }: Feature): boolean {
  return Object.entries(OLDEST).every(([browser, oldest]) =>
    [support[browser] ?? []].flat().some((since) => isSince(since, oldest)),
  );
}

function isSince(since: Support, oldest: number): boolean {
  if (since.flags || since.prefix || since.alternative_name) return false;
  // A part of a feature is said to be removed where the whole of it came.
  const { version_added: added, version_removed: removed, partial_implementation: isPart } = since;
  if (removed && !isPart) return false;
  return typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest;
}
