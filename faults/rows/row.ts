export type Row = { fault: string; holds: string; tests: readonly NamedTest[] };

export type NamedTest = readonly [file: string, title: string];

export type Part = { heading: string; rows: readonly Row[] };
