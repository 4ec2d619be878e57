import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  MAX_DEPTH,
  MAX_ELEMENTS,
  MAX_SVG_BYTES,
  MAX_USES,
} from '../apps/server/src/features/branding/logos/judge-svg.ts';
import { MAX_LOGO_BYTES, SetLogoBody } from '../packages/contract/src/index.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const guide = readFileSync(join(ROOT, 'docs/branding.md'), 'utf8');
const SIZES = `A PNG or a JPEG of at most ${MAX_LOGO_BYTES / 1024 ** 2} MiB, or an SVG of at most ${MAX_SVG_BYTES / 1024} KiB, in base64`;

describe('docs/branding.md', () => {
  it('says how large a logo may be, as the reference does: an SVG less than a picture', () => {
    expect(guide).toContain(SIZES.replace(/^A/, 'Send a'));
    expect(SetLogoBody.shape.image.description).toContain(SIZES);
  });

  it('says how much an SVG may hold: elements, <use>, and how deep', () => {
    expect(guide).toContain(
      `at most ${MAX_ELEMENTS} elements, of them at most ${MAX_USES} \`<use>\`, and at most ${MAX_DEPTH} in each other`,
    );
  });
});
