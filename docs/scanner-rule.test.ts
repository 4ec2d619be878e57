import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, isWellFormedApiKey } from '../apps/server/src/platform/secrets/api-key.ts';
import { systemRandom } from '../apps/server/src/platform/secrets/random.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

/* What SECURITY.md gives to scanners finds the keys that the service makes, and nothing else. */
const security = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const readBlock = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(security)![1]!;

const KEYS = Array.from({ length: 500 }, () => createApiKey(systemRandom));

describe('the pattern', () => {
  const pattern = new RegExp(/regex = '''(.*)'''/.exec(readBlock('toml'))![1]!, 'g');
  const find = (text: string) => text.match(pattern) ?? [];

  it('finds every key that the service makes, wherever it stands', () => {
    const contexts = [
      (key: string) => key,
      (key: string) => `KEY="${key}"`,
      (key: string) => `{"key":"${key}"},`,
    ];
    for (const context of contexts) expect(find(KEYS.map(context).join('\n'))).toEqual(KEYS);
  });

  it.each([
    'fis_',
    `fis_${'0'.repeat(37)}`,
    `fis_${'0'.repeat(39)}`,
    `xfis_${'0'.repeat(38)}`,
    'fis_service',
  ])('leaves %s alone', (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe('the checksum', () => {
  const changed = KEYS.map((key, index) => {
    const at = 4 + (index % 38);
    return key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
  });
  let judged: boolean[];
  beforeAll(() => {
    const code = `${readBlock('js')}\nconst texts = ${JSON.stringify([...KEYS, ...changed])};
      console.log(JSON.stringify(texts.map(isApiKey)));`;
    judged = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-'], { input: code, encoding: 'utf8' }),
    ) as boolean[];
  });

  it('holds for every key that the service makes', () => {
    expect(judged.slice(0, KEYS.length)).toEqual(KEYS.map(() => true));
  });

  it('holds for none of which one character was changed, as the service judges, too', () => {
    expect(judged.slice(KEYS.length)).toEqual(changed.map(isWellFormedApiKey));
    expect(judged.slice(KEYS.length)).toEqual(changed.map(() => false));
  });
});
