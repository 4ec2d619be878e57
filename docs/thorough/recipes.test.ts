import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkRecipes,
  installRecipes,
  readRecipe,
  startRecipe,
} from '../../packages/sdk/consumers/open-recipes.ts';
import { signWebhook } from '../../packages/sdk/src/webhooks.ts';
import { serveFake } from '../code-blocks/serve-fake.ts';

/* Each recipe is the file that runs here: as its framework runs it, against the fake behind HTTP. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const RECIPES: Record<string, string[]> = {
  Express: ['express.ts'],
  Fastify: ['fastify.ts'],
  Hono: ['hono.ts'],
  'Next.js': ['next/app/hooks/route.ts', 'next/app/inspections/route.ts'],
  NestJS: ['nest.ts'],
  'AWS Lambda': ['lambda.ts'],
};

let fake: Awaited<ReturnType<typeof serveFake>>;
beforeAll(async () => {
  await installRecipes();
  fake = await serveFake();
});
afterAll(() => fake.close());

const start = (files: string[]) =>
  startRecipe(files, {
    FIELD_INSPECTION_API_KEY: fake.apiKey,
    FIELD_INSPECTION_BASE_URL: fake.baseUrl,
    FIELD_INSPECTION_WEBHOOK_SECRET: SECRET,
  });

function sign(secret: string) {
  const data = { id: 'session-1', notes: 'Dach – Süd ☂', invite: { id: 'invite-1' } };
  // Written otherwise than a parser would write it again: only the raw body has this signature.
  const body = JSON.stringify(
    { id: crypto.randomUUID(), type: 'session.joined', sequence: 1, data },
    null,
    1,
  );
  const headers = { 'content-type': 'application/json', ...signWebhook({ body, secrets: [secret] }) };
  return { method: 'POST', body, headers };
}

describe.each(Object.entries(RECIPES))('the recipe for %s', (name, files) => {
  it('runs: it verifies webhooks by their raw body, and calls the service with the client', async () => {
    await using recipe = await start(files);
    const good = await fetch(`${recipe.origin}/hooks`, sign(SECRET));
    expect([good.status, await good.text()]).toEqual([204, '']);
    // A process may print after it has answered.
    await expect.poll(() => recipe.readPrinted(), { timeout: 10_000 }).toBe('joined session-1\n');
    const forged = await fetch(`${recipe.origin}/hooks`, sign('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'));
    expect([forged.status, await forged.json()]).toMatchObject([400, { error: 'no_match' }]);
    expect(recipe.readPrinted()).toBe('joined session-1\n');

    const asked = await fetch(`${recipe.origin}/inspections`, {
      method: 'POST',
      body: JSON.stringify({ notes: name }),
      headers: { 'content-type': 'application/json' },
    });
    expect(asked.status).toBe(201);
    const { id } = (await asked.json()) as { id: string };
    expect(fake.service.sessions()).toContainEqual(expect.objectContaining({ id, notes: name }));
  });

  it('stands in docs/recipes.md as it runs', async () => {
    const page = readFileSync(join(import.meta.dirname, '../recipes.md'), 'utf8');
    const section = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';
    const blocks = [...section.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
    expect(blocks).toEqual(await Promise.all(files.map(readRecipe)));
  });
});

it('the recipes pass the compiler, strict', () => {
  expect(checkRecipes(Object.values(RECIPES).flat())).toEqual([]);
});
