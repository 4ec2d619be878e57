import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_DIR } from '../../../paths.ts';

/**
 * The SDK's call for each operation that it has, by `POST /v1/sessions/{session_id}`: the example that the hover of
 * the method shows, which its own tests compile.
 */
export const readSdkCalls = (): ReadonlyMap<string, string> => (calls ??= new Map(readFolder(RESOURCES)));

let calls: Map<string, string> | undefined;

const RESOURCES = join(ROOT_DIR, 'packages/sdk/src/resources');

const readFolder = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => readCalls(readFileSync(join(folder, name), 'utf8')));

/** The methods of one generated file. */
export const readCalls = (source: string): [string, string][] =>
  source.split(/^ {2}\/\*\*$/m).flatMap((method): [string, string][] => {
    const example = /@example\n {3}\* ```ts\n([\s\S]*?) {3}\* ```/.exec(method)?.[1];
    const call = /this\.#transport\s*\.(\w+)\(\s*path`([^`]+)`/.exec(method);
    if (example === undefined || !call) return [];
    const [, verb = '', path = ''] = call;
    const upper = verb === 'list' ? 'GET' : verb.toUpperCase();
    const template = path.replace(/\$\{\{ (\w+) \}\}/g, (_, name: string) => `{${toSnake(name)}}`);
    return [[`${upper} ${template}`, example.replace(/^ {3}\* ?/gm, '').trimEnd()]];
  });

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
