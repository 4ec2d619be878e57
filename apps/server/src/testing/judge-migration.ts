/** Code of the release before does not survive such a statement, or it makes a table anew under its lock. */
const REFUSED: [RegExp, string][] = [
  [/\bdrop (table|column|view|type|function|sequence)\b/i, 'takes away what the release before may use'],
  [/\brename\b/i, 'renames what the release before may use'],
  [/\balter (column )?\S+ (set data )?type\b/i, 'writes the whole table anew'],
  [/\balter (column )?\S+ set not null\b/i, 'refuses rows of the release before'],
  [/\balter (column )?\S+ drop default\b/i, 'refuses rows of the release before'],
  [
    /\badd (column )?(?!constraint)\S+ [^,]*\bnot null\b(?![^,]*\bdefault\b)(?<!default[^,]*)/i,
    'refuses rows of the release before',
  ],
  [
    /\badd (column )?\S+ [^,]*\bdefault (gen_random_uuid|clock_timestamp|random)\b/i,
    'writes the whole table anew',
  ],
  [/^lock table\b/i, 'holds up a whole table until the end'],
  [/^(truncate|cluster|vacuum|reindex)\b/i, 'holds up a whole table until the end'],
];

/**
 * For a migration that is applied while processes of the release before go on. A new table is used by nobody yet. A
 * table may get another name when a view keeps the old one; no code names an index.
 */
export const judgeMigration = (script: string): string[] => {
  const statements = readStatements(script);
  const made = statements.flatMap((statement) => /^create table "?(\w+)"?/i.exec(statement)?.[1] ?? []);
  const kept = statements.flatMap((statement) => /^create view "?(\w+)"? as\b/i.exec(statement)?.[1] ?? []);
  return statements
    .filter((statement) => !kept.includes(/^alter table "?(\w+)"? rename to\b/i.exec(statement)?.[1] ?? ''))
    .filter((statement) => !/^alter index "?\w+"? rename to\b/i.test(statement))
    .filter((statement) => !made.includes(/^alter table (?:only )?"?(\w+)"?/i.exec(statement)?.[1] ?? ''))
    .filter((statement) => !/^create (table|or replace function|function)\b/i.test(statement))
    .flatMap((statement) => {
      const [, why] = REFUSED.find(([pattern]) => pattern.test(statement)) ?? [];
      return why ? [`${statement.slice(0, 80)}: ${why}`] : [];
    });
};

// Strings and bodies of functions hold no statement of the migration.
const readStatements = (script: string): string[] =>
  script
    .replace(/--.*$/gm, '')
    .replace(/\$\$[^]*?\$\$/g, "''")
    .replace(/'[^']*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
