/** A fault, what must hold while it lasts and after it, and the tests that bring it about. */
export type Row = { fault: string; holds: string; tests: readonly NamedTest[] };

/** A test file, and the title of a test or of a block of them, as the source spells it. */
export type NamedTest = readonly [file: string, title: string];

/** Rows below one heading of docs/reliability.md. */
export type Part = { heading: string; rows: readonly Row[] };
