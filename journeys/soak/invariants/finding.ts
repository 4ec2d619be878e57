/** The result of an invariant: how many things were looked at, and in words what is wrong with them. */
export type Finding = { name: string; checked: number; faults: string[] };
