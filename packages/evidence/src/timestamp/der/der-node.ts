/** One value: its tag, its bytes as they were received (tag and length included), and what is inside. */
export type DerNode = {
  readonly tag: number;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  readonly children: readonly DerNode[];
};
