import js from '@eslint/js';
import compat from 'eslint-plugin-compat';
import importX from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores, includeIgnoreFile } from 'eslint/config';
import ts from 'typescript-eslint';
import { oneMeaning } from './script/one-meaning.ts';

const ambient = (name, instead) => ({ name, message: `Take ${instead} from Context: tests give their own.` });
const ambientCall = (selector, instead) => ({
  selector,
  message: `Take ${instead} from Context: tests give their own.`,
});

const TS_REST = {
  group: ['@ts-rest/*'],
  message:
    'Take Route, RequestOf, ReplyOf or isBytes from the contract: few files know ts-rest, so that it can be replaced in a day.',
};

export default defineConfig(
  // What git does not keep is made by a program.
  includeIgnoreFile(new URL('.gitignore', import.meta.url).pathname),
  globalIgnores(['packages/sdk/public-surface.generated.d.ts']),
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    plugins: { 'import-x': importX },
    languageOptions: {
      globals: { process: 'readonly', Buffer: 'readonly', console: 'readonly', URL: 'readonly' },
    },
    rules: {
      'no-undef': 'off',
      'no-nested-ternary': 'error',
      'max-lines': ['error', { max: 300 }],
      'max-params': ['error', 3],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'import-x/no-default-export': 'error',
    },
  },
  {
    plugins: { words: { rules: { 'one-meaning': oneMeaning } } },
    files: ['**/*.{ts,tsx,js}'],
    rules: { 'words/one-meaning': 'error' },
  },
  {
    // The word of the wire.
    files: [
      'apps/{console,field}/src/live/**',
      'apps/server/src/{effects,features/media,platform/database}/**',
      'bench/{scale.ts,scale/**}',
      'journeys/**',
      'packages/signalling/**',
    ],
    rules: { 'words/one-meaning': ['error', { allow: ['room'] }] },
  },
  {
    // The public word for where a report or a bundle is at fault.
    files: ['apps/pages/src/verify/**', 'packages/evidence/**'],
    rules: { 'words/one-meaning': ['error', { allow: ['place'] }] },
  },
  {
    // Their readers ask for it.
    files: [
      '**/*.config.{js,ts}',
      '**/*.config.*.ts',
      'packages/sdk/consumers/recipes/hono.ts',
      'journeys/generated-clients/others/kubb-fetch.ts',
    ],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    files: ['**/*.test.ts', 'journeys/**', '**/src/testing/**'],
    // A row of a table of cases comes as so many parameters.
    rules: { 'max-lines-per-function': 'off', 'max-params': ['error', 4] },
  },
  {
    files: ['apps/server/src/{features,http,outcome,platform}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ambientCall('NewExpression[callee.name="Date"][arguments.length=0]', 'the time'),
        ambientCall('CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'the time'),
        ambientCall('CallExpression[callee.object.name="Math"][callee.property.name="random"]', 'randomness'),
      ],
      'no-restricted-globals': ['error', ambient('fetch', 'the network')],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'src/config/read-config.ts reads the environment, once.',
        },
      ],
    },
  },
  {
    files: ['apps/server/src/features/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'express', message: 'A feature knows no Express: take what you need as an argument.' },
          ],
        },
      ],
    },
  },
  {
    // The only files that know ts-rest: who writes routes, who serves them, and who documents them.
    files: ['**/*.{ts,tsx}'],
    ignores: [
      'packages/contract/src/route.ts',
      'apps/server/src/http/routes/serve-routes.ts',
      'apps/server/src/http/problem.ts',
      'packages/openapi/src/operations/emit-paths.ts',
    ],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [TS_REST] }] },
  },
  {
    // What browsers run, judged by MDN's data for "browserslist" in package.json: globals and their static methods.
    // Methods of values are seen in the builds (script/browsers.test.ts).
    files: [
      'apps/{console,field,pages}/src/**/*.{ts,tsx}',
      'packages/{sdk,evidence,drawing,messages,signalling,ui}/src/**/*.{ts,tsx}',
    ],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      'packages/sdk/src/{cli,fake,testing}/**',
      'packages/sdk/src/cli.ts',
    ],
    plugins: { compat },
    // Asked for first where it is used.
    settings: { polyfills: ['navigator.wakeLock', 'ImageCapture'] },
    rules: { 'compat/compat': 'error' },
  },
  {
    files: ['apps/{console,field,pages}/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@field-inspection/contract',
              allowTypeImports: true,
              message: 'Its values bring zod along, which is too much for a phone: import types.',
            },
          ],
          patterns: [
            TS_REST,
            {
              group: ['@field-inspection/server', '@field-inspection/server/*'],
              message: 'A web app knows the contract and the packages, never the server.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'].map((name) => ({
          name,
          message: 'The console asks the service by the SDK alone: src/service/client.ts.',
        })),
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', 'apps/server/src/**/testing/**'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            zone(
              'apps/server/src/{http,platform}/**/*',
              'apps/server/src/features/**/*',
              'http and platform never know a feature: pass it in from app.ts or context.ts.',
            ),
            zone(
              'apps/server/src/platform/**/*',
              'apps/server/src/http/**/*',
              'platform is the outbound ring: it never knows the inbound one.',
            ),
            zone('packages/contract/src/**/*', '(apps|journeys)/**/*', 'The contract knows nobody.'),
            zone(
              'packages/evidence/src/**/*',
              '(apps|packages/(contract|sdk|openapi))/**/*',
              'evidence knows nobody.',
            ),
            zone(
              'packages/sdk/src/!(fake)/**/*',
              'packages/(contract|openapi|rules)/**/*',
              'The SDK ships alone: what it knows of the contract is generated. Its fake alone decides by packages/rules.',
            ),
            zone(
              'packages/rules/src/**/*',
              '(apps|packages/(evidence|openapi|sdk))/**/*',
              'rules know the contract only.',
            ),
            zone(
              'packages/{drawing,messages,signalling,ui}/src/**/*',
              '(apps|packages/(openapi|sdk))/**/*',
              'What browsers share knows no application.',
            ),
            zone(
              'apps/{console,field,pages}/src/**/*',
              'apps/server/**/*',
              'A web app knows the contract and the packages, never the server.',
            ),
            zone('apps/server/src/**/*', 'apps/server/src/testing/**/*', 'Only tests import src/testing.'),
          ],
        },
      ],
    },
  },
);

function zone(target, from, message) {
  return { target: `./${target}`, from: `./${from}`, message };
}
