import ts from 'typescript';
import { lacks, listKnown, OLDEST } from './list-lacking.ts';

const { statics, methods } = readNewer();

/**
 * Finds what a supported browser lacks, by MDN's data: static methods such as `URL.canParse`, methods whose name no
 * older JavaScript type has, such as `isWellFormed`, and syntax that esbuild lets through. The DOM's methods share too
 * many names with ours; for them lint judges the sources' globals.
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
    // Lookbehind and the flag v came to Safari later: a script with either does not even parse.
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
  for (const { path, isLanguage, feature } of listKnown()) {
    const [name] = path.slice(1);
    if (name === undefined) continue;
    if (!Object.keys(OLDEST).some((browser) => lacks(feature, browser))) old.add(name);
    else if (name.endsWith('_static')) statics.add(path.join('.').replace('_static', ''));
    // MDN names some static members of JavaScript without `_static`.
    else if (isLanguage) newer.add(name).add(path.join('.'));
  }
  const methods = new Set([...newer].filter((name) => !old.has(name) && !name.includes('.')));
  return { statics: new Set([...statics, ...[...newer].filter((name) => name.includes('.'))]), methods };
}
