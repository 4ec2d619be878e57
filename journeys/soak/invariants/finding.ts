export type Finding = { name: string; checked: number; faults: string[] };
