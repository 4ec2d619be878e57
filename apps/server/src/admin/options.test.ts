import { describe, expect, it } from 'vitest';
import { AdminError, readOptions } from './options.ts';

const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const now = new Date('2026-11-20T09:30:00.000Z');
const read = (...argv: string[]) => readOptions(['organisation', 'create', ...argv]);

const complaintOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(AdminError);
    return (error as AdminError).message;
  }
  return '';
};

describe('readOptions', () => {
  it('reads the words of the command and the options, in any order', () => {
    const options = readOptions(['--json', 'organisation', '--name', 'Acme', 'create']);
    expect([options.command, options.isJson, options.text('name')]).toEqual([
      'organisation create',
      true,
      'Acme',
    ]);
    expect(readOptions([])).toMatchObject({ command: '', isJson: false, isHelp: false });
    expect(readOptions(['--help']).isHelp).toBe(true);
  });

  it.each([[['--nonsense']], [['--name']], [['--json=yes']], [['-x']]])('refuses %j by name', (argv) => {
    expect(complaintOf(() => read(...argv))).toContain(argv[0]!.split('=')[0]);
  });

  it('takes a value that begins with a dash after an equals sign', () => {
    expect(read('--name=-Acme').text('name')).toBe('-Acme');
  });
});

describe('text', () => {
  it('refuses an absent and an empty one, unless there is a fallback', () => {
    expect(complaintOf(() => read().text('name'))).toBe('--name is missing');
    expect(complaintOf(() => read('--name=').text('name'))).toBe('--name is missing');
    expect(read().text('name', '')).toBe('');
  });
});

describe('oneOf', () => {
  it('takes a choice as it is written', () => {
    expect(read('--plan', 'pro').oneOf('plan', ['free', 'pro'])).toBe('pro');
    expect(read().oneOf('locale', ['en', 'de'], 'en')).toBe('en');
  });

  it.each(['Pro', 'gold', '', ' pro'])('refuses %j and lists the choices', (plan) => {
    const complaint = complaintOf(() => read(`--plan=${plan}`).oneOf('plan', ['free', 'pro']));
    expect(complaint).toMatch(/^--plan (must be one of free, pro|is missing)$/);
  });
});

describe('uuid, email, count', () => {
  it('take what is well formed', () => {
    const options = read('--organisation', ID, '--operator-email', 'a@example.com', '--rate-limit', '1200');
    expect(options.uuid('organisation')).toBe(ID);
    expect(options.email('operator-email')).toBe('a@example.com');
    expect(options.count('rate-limit', 60)).toBe(1200);
    expect(read().count('rate-limit', 60)).toBe(60);
  });

  it.each(['x', ID.slice(1), `${ID} `, `${ID}'; drop table organisations`])('refuse %j as an id', (id) => {
    expect(complaintOf(() => read('--organisation', id).uuid('organisation'))).toBe(
      '--organisation must be an id',
    );
  });

  it.each(['a', 'a@', '@example.com', 'a@b', 'a b@example.com', 'a@example.com\nBcc: b@example.com'])(
    'refuse %j as an e-mail address',
    (email) => {
      expect(complaintOf(() => read('--operator-email', email).email('operator-email'))).toMatch(
        '--operator-email',
      );
    },
  );

  it.each(['0', '-5', '1.5', '1e3', '0x10', '', '99999999999', 'many'])(
    'refuse %j as a rate limit',
    (count) => {
      expect(complaintOf(() => read(`--rate-limit=${count}`).count('rate-limit', 60))).toMatch(
        '--rate-limit',
      );
    },
  );
});

describe('someOf', () => {
  const SCOPES = ['sessions:read', 'sessions:write'] as const;

  it('takes each once, in the order given', () => {
    const options = read(
      '--scope',
      'sessions:write',
      '--scope',
      'sessions:read',
      '--scope',
      'sessions:write',
    );
    expect(options.someOf('scope', SCOPES)).toEqual(['sessions:write', 'sessions:read']);
  });

  it('refuses none at all, and an unknown one among others', () => {
    expect(complaintOf(() => read().someOf('scope', SCOPES))).toMatch('--scope is missing');
    const options = read('--scope', 'sessions:read', '--scope', 'sessions:*');
    expect(complaintOf(() => options.someOf('scope', SCOPES))).toMatch(
      /^--scope sessions:\* is not one of .*\. Repeat --scope for each$/,
    );
  });
});

describe('futureTime', () => {
  it.each([
    ['2026-11-20T09:30:00.001Z', '2026-11-20T09:30:00.001Z'],
    ['2026-11-20T11:00:00+01:00', '2026-11-20T10:00:00.000Z'],
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
  ])('takes %s', (text, instant) => {
    expect(read('--expires-at', text).futureTime('expires-at', now)).toEqual(new Date(instant));
  });

  it('is null when absent: the credential does not expire', () => {
    expect(read().futureTime('expires-at', now)).toBeNull();
  });

  it.each([
    '2026-11-20T09:30:00.000Z',
    '2020-01-01',
    '2027-01-01T00:00:00',
    'tomorrow',
    '1 Jan 2027',
    '2027-02-30',
    '99999-01-01',
    '',
  ])('refuses %j', (text) => {
    expect(complaintOf(() => read(`--expires-at=${text}`).futureTime('expires-at', now))).toMatch(
      '--expires-at',
    );
  });
});

describe('an option that is none, or is given wrongly', () => {
  it.each([
    [['--org', ID], 'There is no option --org; did you mean --organisation? script/admin --help shows'],
    [['--organization', ID], 'There is no option --organization; did you mean --organisation?'],
    [['--zzz'], 'There is no option --zzz. script/admin --help shows those of each command.'],
    [['-x'], 'There is no option -x. script/admin --help shows those of each command.'],
    [
      ['--rate-limit', '-5'],
      '--rate-limit needs a value; one that begins with a dash is written with =, such as',
    ],
    [['--name'], '--name needs a value'],
    [['--json=yes'], '--json takes no value: leave out what follows the =.'],
  ])('%j is said in words of this tool', (argv, words) => {
    expect(complaintOf(() => read(...argv))).toMatch(words);
  });
});
